import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import type { Activation, ActivationKind, ActivationOf } from "../../src/activation/activation.ts";
import { createRecorder, type Recorder } from "../../src/emit/recorder.ts";
import { createHost, type ExtensionHost, type HostOptions } from "../../src/host/host.ts";
import { buildActivationReport } from "../../src/report/builder.ts";
import type { ActivationReport } from "../../src/report/report.ts";
import { Session } from "../../src/session/session.ts";

const SERVER = fileURLToPath(new URL("fixture-server.mjs", import.meta.url));

/** A workspace on disk, made for one test. */
export class Project {
  readonly folder: string = realpathSync(mkdtempSync(join(tmpdir(), "host-test-")));

  path(...parts: readonly string[]): string {
    return join(this.folder, ...parts);
  }

  /** A path as it stands in a report: from the workspace on. */
  shown(path: string): string {
    return relative(this.folder, path);
  }

  write(path: string, content: string | Uint8Array | object): string {
    const file = this.path(path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, typeof content === "string" || content instanceof Uint8Array ? content : JSON.stringify(content));
    return file;
  }

  link(path: string, target: string): void {
    mkdirSync(dirname(this.path(path)), { recursive: true });
    symlinkSync(target, this.path(path));
  }

  /** A skill in the folder `directory`, with an own description or frontmatter. */
  skill(directory: string, name: string, frontmatter = `name: ${name}\ndescription: What ${name} is for.`): string {
    return this.write(`${directory}/${name}/SKILL.md`, `---\n${frontmatter}\n---\n\nDo ${name}.\n`);
  }

  /** A plugin in `plugins/`, with the code of its module. */
  plugin(name: string, manifest: object, code?: string): string {
    if (code !== undefined) this.write(`plugins/${name}/index.mjs`, code);
    return this.write(`plugins/${name}/plugin.json`, { name, ...(code === undefined ? {} : { main: "index.mjs" }), ...manifest });
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** How the fixture's MCP server is started. */
export function fixtureServer(tools: readonly string[], behaviour = ""): { command: string; args: string[] } {
  return { command: process.execPath, args: [SERVER, JSON.stringify(tools), behaviour] };
}

export interface Recorded {
  readonly session: Session;
  readonly recorder: Recorder;
}

/** A session that is recorded in memory. */
export function recorded(workspace?: string, trusted = true): Recorded {
  const session = new Session({ agent: "test-agent", workspace: { path: workspace, trusted }, ringSize: 100_000 });
  const recorder = createRecorder(session);
  recorder.startSession();
  return { session, recorder };
}

export interface Hosted extends Recorded {
  readonly host: ExtensionHost;
}

/** A host, not yet started. */
export function hostOf(project: Project, options: Omit<HostOptions, "recorder"> = {}, trusted = true): Hosted {
  const { session, recorder } = recorded(project.folder, trusted);
  return { session, recorder, host: createHost({ recorder, ...options }) };
}

/** What was recorded of a kind, oldest first. */
export function facts<K extends ActivationKind>(session: Session, kind: K): readonly ActivationOf<K>[] {
  return Array.from(session.records(), ({ activation }) => activation as Activation).filter(
    (activation): activation is ActivationOf<K> => activation.kind === kind,
  );
}

export function reportOf(session: Session): ActivationReport {
  return buildActivationReport(session);
}
