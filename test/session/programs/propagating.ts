// A process with OpenTelemetry's own set-up, whose outgoing requests a test looks at: fetch, node:http, a redirect.
import { context, diag, DiagLogLevel, propagation, type TextMapPropagator } from "@opentelemetry/api";
import { HttpInstrumentation } from "@opentelemetry/instrumentation-http";
import { UndiciInstrumentation } from "@opentelemetry/instrumentation-undici";
import { core, NodeSDK, tracing } from "@opentelemetry/sdk-node";
import { createServer, type IncomingMessage, type Server } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { Session } from "../../../src/session/session.ts";
import { SessionPropagator } from "../../../src/session/propagator.ts";

const [setup = "", sampling = "on"] = process.argv.slice(2);
const told: string[] = [];

const stock = new core.CompositePropagator({ propagators: [new core.W3CTraceContextPropagator(), new core.W3CBaggagePropagator()] });
const listed = new SessionPropagator(stock, { hosts: ["localhost"] });
const hooked = setup === "listed";
const propagator: TextMapPropagator = setup === "stock" ? stock : listed;
const sdk = new NodeSDK({
  textMapPropagator: propagator,
  sampler: sampling === "on" ? new tracing.AlwaysOnSampler() : new tracing.AlwaysOffSampler(),
  spanProcessors: [],
  instrumentations: [new HttpInstrumentation(hooked ? listed.http : {}), new UndiciInstrumentation(hooked ? listed.undici : {})],
});
sdk.start();
const tell = (message: string): number => told.push(message);
diag.setLogger(
  { error: tell, warn: tell, info() {}, debug() {}, verbose() {} },
  { logLevel: DiagLogLevel.ERROR, suppressOverrideMessage: true },
);

// Loaded after the instrumentation, and as it patches it.
const http = createRequire(import.meta.url)("node:http") as typeof import("node:http");

const seen: Record<string, string | null> = {};
function answer(request: IncomingMessage, location?: string): { status: number; headers: Record<string, string> } {
  seen[request.url ?? ""] = request.headers["baggage"] === undefined ? null : String(request.headers["baggage"]);
  return location === undefined ? { status: 204, headers: {} } : { status: 302, headers: { location } };
}
const server: Server = createServer((request, response) => {
  const { status, headers } = answer(request, request.url === "/redirect" ? `http://127.0.0.1:${port}/redirected` : undefined);
  response.writeHead(status, headers).end();
});
await new Promise<void>((resolve) => server.listen(0, () => resolve()));
const { port } = server.address() as AddressInfo;

const get = (options: object): Promise<void> =>
  new Promise((resolve, reject) => {
    http.get({ port, ...options }, (response) => response.resume().on("end", resolve)).on("error", reject);
  });
const fetched = async (url: string): Promise<void> => void (await (await fetch(url)).arrayBuffer());

const session = new Session({ id: "s-1", run: "r-1" });
session.settle();
session.disable({ kind: "hook", name: "guard" });
const theirs = propagation.setBaggage(context.active(), propagation.createBaggage({ team: { value: "blue" } }));
const outside = propagation.setBaggage(
  context.active(),
  propagation.createBaggage({ "activation.disabled": { value: "hook.guard" }, "session.id": { value: "victim" }, team: { value: "red" } }),
);

await context.with(session.bind(theirs), async () => {
  await fetched(`http://localhost:${port}/fetch-listed`);
  await fetched(`http://127.0.0.1:${port}/fetch-other`);
  await fetched(`http://127.0.0.1:${port}//localhost/fetch-disguised`);
  await fetched(`http://localhost:${port}/redirect`);
  await get({ hostname: "localhost", path: "/http-listed" });
  await get({ host: "127.0.0.1", path: "/http-other" });
  await get({ hostname: "127.0.0.1", path: "//localhost/http-disguised", headers: { host: "localhost" } });
  await get({ hostname: "127.0.0.1", path: "/http-injected-asked", headers: session.inject({}) });
});
await get({ hostname: "127.0.0.1", path: "/http-injected-alone-asked", headers: session.inject({}) });
await context.with(session.baggage(session.bind(theirs)), async () => {
  await fetched(`http://127.0.0.1:${port}/fetch-asked`);
  await get({ hostname: "127.0.0.1", path: "/http-asked" });
});
// A request from outside is being answered, and asks for more on its way.
await context.with(outside, async () => {
  await fetched(`http://localhost:${port}/relayed-listed`);
  await fetched(`http://127.0.0.1:${port}/relayed-other`);
});
for (let i = 0; i < 400; i++) session.disable({ kind: "hook", name: `guard-number-${i}` });
await context.with(session.bind(theirs), async () => {
  await fetched(`http://localhost:${port}/too-much`);
  await get({ hostname: "localhost", path: "/http-too-much" });
});

server.close();
server.closeAllConnections();
process.stdout.write(JSON.stringify({ seen, told, recorded: [...session.records()].length }));
await sdk.shutdown();
