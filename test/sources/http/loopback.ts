import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";

/** A request as a handler sees it. */
export interface LoopbackRequest {
  /** The path, without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage["headers"];
}

export interface LoopbackServer {
  /** `http://127.0.0.1:…` */
  readonly url: string;
  readonly requests: readonly LoopbackRequest[];
  close(): Promise<void>;
}

export type Handler = (request: LoopbackRequest, response: ServerResponse) => void | Promise<void>;

const servers = new Set<LoopbackServer>();

/** A real HTTP server on a free port of loopback. */
export async function serve(handler: Handler): Promise<LoopbackServer> {
  const requests: LoopbackRequest[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((incoming, response) => {
    const url = new URL(incoming.url ?? "/", "http://loopback");
    const request = { path: url.pathname, query: url.searchParams, headers: incoming.headers };
    requests.push(request);
    void (async () => handler(request, response))();
  });
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const loopback = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: async (): Promise<void> => {
      servers.delete(loopback);
      for (const socket of sockets) socket.destroy();
      await new Promise((closed) => {
        server.close(closed);
      });
    },
  };
  servers.add(loopback);
  return loopback;
}

/** Closes every server that a test started; for `afterEach`. */
export async function closeAll(): Promise<void> {
  await Promise.all([...servers].map(async (server) => server.close()));
}

/** Answers with a JSON value. */
export function json(response: ServerResponse, value: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): void {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(value));
}

/** Answers with text. */
export function text(response: ServerResponse, body: string, status = 200, headers: Readonly<Record<string, string>> = {}): void {
  response.writeHead(status, { "content-type": "text/plain", ...headers }).end(body);
}
