import { SourceError } from "../source.ts";

/** The error of a backend that cannot be asked, or does not answer; its message begins with the backend's name. */
export function failure(name: string, text: string, options?: ErrorOptions): SourceError {
  return new SourceError(name, `${name}: ${text}`, options);
}
