import type { Backend } from "../open.ts";

/** The environment variable of a backend, `EXPLAIN_JAEGER_TOKEN`. */
export function variable(backend: Backend, name: string): string {
  return `EXPLAIN_${backend.toUpperCase()}_${name}`;
}
