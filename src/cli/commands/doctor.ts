import { diagnosisPage } from "../../views/page/diagnosis-page.ts";
import { diagnoses } from "../doctor/diagnoses.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import type { ListFormat } from "../program.ts";
import { showJson, showPage } from "../show.ts";
import type { Terminal } from "../terminal.ts";

/** Says why nothing is recorded here, and what mends it. */
export async function doctor(options: { readonly format: ListFormat }, terminal: Terminal): Promise<ExitCode> {
  const found = await diagnoses({ environment: terminal.environment, folder: terminal.folder, nodeVersion: process.versions.node });
  if (options.format === "json") await showJson({ diagnoses: found }, terminal);
  else await showPage(diagnosisPage(found), { all: true }, terminal);
  return EXIT.answered;
}
