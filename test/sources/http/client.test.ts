import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import { parseAddress } from "../../../src/sources/http/address.ts";
import { AnswerTooLarge, HttpClient } from "../../../src/sources/http/client.ts";
import { credentialsFrom } from "../../../src/sources/http/credentials.ts";
import { HTTP_LIMITS, type HttpLimits } from "../../../src/sources/http/limits.ts";
import { closeAll, json, serve, text, type Handler, type LoopbackServer } from "./loopback.ts";

afterEach(closeAll);

const QUICK: HttpLimits = { ...HTTP_LIMITS, attempts: 3, backoff: 2, longestWait: 500 };
const SECRET = { EXPLAIN_TEMPO_TOKEN: "hunter2" };

describe("a client of a backend", () => {
  it("sends credentials and the query, and gives the answer whatever its status", async () => {
    const { client, server } = await connect((_request, response) => text(response, "no such trace", 404), {
      environment: SECRET,
      path: "/tempo",
    });
    const answer = await client.get("/api/search", { q: "{ a & b }" });
    expect(answer).toMatchObject({ status: 404, body: "no such trace" });
    expect(server.requests[0]).toMatchObject({ path: "/tempo/api/search", headers: { authorization: "Bearer hunter2" } });
    expect(server.requests[0]?.query.get("q")).toBe("{ a & b }");
  });

  it.each([429, 502, 503, 504])("tries again on %i", async (status) => {
    const { client, server } = await connect((_request, response) =>
      server.requests.length < 3 ? text(response, "", status) : text(response, "ok"),
    );
    expect(await client.get("/")).toMatchObject({ status: 200, body: "ok" });
    expect(server.requests).toHaveLength(3);
  });

  it("tries no other status again", async () => {
    const { client, server } = await connect((_request, response) => text(response, "bad", 500));
    expect(await client.get("/")).toMatchObject({ status: 500 });
    expect(server.requests).toHaveLength(1);
  });

  it("gives up after its attempts", async () => {
    const { client, server } = await connect((_request, response) => text(response, "", 503));
    await expect(client.get("/")).rejects.toThrow("answered 503 after 3 attempts; try again later");
    expect(server.requests).toHaveLength(3);
  });

  it("waits as long as it is told to, and not longer than is bearable", async () => {
    const { client, server } = await connect((_request, response) =>
      server.requests.length === 1 ? text(response, "", 429, { "retry-after": "0" }) : text(response, "", 429, { "retry-after": "7200" }),
    );
    await expect(client.get("/")).rejects.toThrow("try again in 7200 s");
    expect(server.requests).toHaveLength(2);
  });

  it("tries again when the connection breaks, before and within a body", async () => {
    const { client, server } = await connect((_request, response) => {
      if (server.requests.length === 1) response.destroy();
      else if (server.requests.length === 2) response.writeHead(200, { "content-length": "100" }).write("half", () => response.destroy());
      else text(response, "whole");
    });
    expect((await client.get("/")).body).toBe("whole");
  });

  it("does not wait for a backend that hangs, at the head or within a body", async () => {
    const { client, server } = await connect(
      (request, response) => {
        if (request.path === "/body") response.writeHead(200).write("{");
      },
      { limits: { timeout: 300 } },
    );
    await expect(client.get("/head")).rejects.toThrow("sent nothing for 0.3 s; if it only needs longer, raise EXPLAIN_TEMPO_TIMEOUT");
    await expect(client.get("/body")).rejects.toThrow("sent nothing for 0.3 s");
    expect(server.requests).toHaveLength(2);
  });

  it("waits as long as something comes", async () => {
    const { client } = await connect(
      async (_request, response) => {
        response.writeHead(200);
        for (let part = 0; part < 6; part += 1) {
          response.write(String(part));
          await new Promise((resolve) => {
            setTimeout(resolve, 150);
          });
        }
        response.end();
      },
      { limits: { timeout: 700 } },
    );
    expect((await client.get("/")).body).toBe("012345");
  });

  it("stops when its signal is aborted, with the signal's reason", async () => {
    const controller = new AbortController();
    const { client } = await connect(() => controller.abort(new Error("enough")), { signal: controller.signal });
    await expect(client.get("/")).rejects.toThrow("enough");
    await expect(client.get("/")).rejects.toThrow("enough");
  });

  it("stops while it waits for another attempt", async () => {
    const controller = new AbortController();
    const { client } = await connect(
      (_request, response) => {
        text(response, "", 503, { "retry-after": "60" });
        setTimeout(() => controller.abort(new Error("enough")), 20);
      },
      { signal: controller.signal, limits: { longestWait: 100_000 } },
    );
    await expect(client.get("/")).rejects.toThrow("enough");
  });

  it.each([
    ["plain", (body: string) => ({ bytes: Buffer.from(body), headers: {} })],
    ["that is small while it is compressed", (body: string) => ({ bytes: gzipSync(body), headers: { "content-encoding": "gzip" } })],
  ])("holds no more than it may of an answer %s", async (_what, encode) => {
    const { bytes, headers } = encode("x".repeat(200_000));
    const { client } = await connect((_request, response) => void response.writeHead(200, headers).end(bytes), {
      limits: { answerBytes: 100_000 },
    });
    await expect(client.get("/")).rejects.toBeInstanceOf(AnswerTooLarge);
  });

  it("follows a redirect on the same origin, and never another", async () => {
    const stranger = await serve((_request, response) => text(response, "stolen"));
    const { client, server } = await connect(
      (request, response) => {
        if (request.path === "/moved") response.writeHead(307, { location: "/here" }).end();
        else if (request.path === "/away") response.writeHead(302, { location: `${stranger.url}/login` }).end();
        else if (request.path === "/round") response.writeHead(301, { location: "/round" }).end();
        else text(response, "here");
      },
      { environment: SECRET },
    );
    expect((await client.get("/moved")).body).toBe("here");
    expect(server.requests.at(-1)?.headers.authorization).toBe("Bearer hunter2");
    await expect(client.get("/away")).rejects.toThrow(`redirects to ${stranger.url}, which is not asked`);
    expect(stranger.requests).toEqual([]);
    await expect(client.get("/round")).rejects.toThrow("redirects without an end");
  });

  it.each([
    [401, {}, "asks for credentials (401); set EXPLAIN_TEMPO_TOKEN"],
    [401, SECRET, "asks for credentials (401); check what is set in EXPLAIN_TEMPO_TOKEN"],
    [403, SECRET, "does not allow this (403)"],
  ])("says what to set when it is answered %i", async (status, environment, message) => {
    const { client, server } = await connect((_request, response) => text(response, "who are you?", status), { environment });
    await expect(client.get("/")).rejects.toThrow(message);
    expect(server.requests).toHaveLength(1);
  });

  it("shows nothing secret that a backend echoes, and no control characters", async () => {
    const { client, server } = await connect(
      (request, response) => text(response, `\u001B[31mauth ${request.headers.authorization} \u202E`, 500),
      {
        environment: SECRET,
      },
    );
    const refusal = client.refused(await client.get("/"));
    expect(refusal.message).toBe(`tempo+${server.url}: answered 500: [31mauth ***; the log of tempo says more`);
  });

  it("says when nothing listens, and when the host is not known", async () => {
    const { client, server } = await connect((_request, response) => text(response, ""));
    await server.close();
    await expect(client.get("/")).rejects.toThrow(`nothing listens at ${server.url}; is tempo running there?`);
    const address = parseAddress("tempo+http://no-such-host.invalid", "tempo");
    await expect(new HttpClient(address, credentialsFrom({}, address), QUICK, undefined).get("/")).rejects.toThrow(
      "the name of the host in",
    );
  });

  it.each([
    ["what is no HTTP", "SSH-2.0-OpenSSH_9\r\n", "does not answer in HTTP/1.1 ("],
    [
      "what cannot be unpacked",
      "HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: 7\r\n\r\nno gzip",
      "sent what cannot be unpacked (Z_DATA_ERROR)",
    ],
  ])("says when the other side sends %s", async (_what, bytes, message) => {
    const server = createServer((socket) => void socket.on("error", () => {}).once("data", () => socket.end(bytes)));
    await once(server.listen(0, "127.0.0.1"), "listening");
    try {
      const address = parseAddress(`tempo+http://127.0.0.1:${(server.address() as AddressInfo).port}`, "tempo");
      await expect(new HttpClient(address, credentialsFrom({}, address), QUICK, undefined).get("/")).rejects.toThrow(message);
    } finally {
      server.close();
    }
  });

  it("says when the other side speaks no TLS", async () => {
    const { server } = await connect((_request, response) => text(response, ""));
    const parsed = parseAddress(`tempo+${server.url.replace("http:", "https:")}`, "tempo");
    const client = new HttpClient(parsed, credentialsFrom({}, parsed), QUICK, undefined);
    await expect(client.get("/")).rejects.toThrow("is it http instead of https?");
  });

  it("gives a body as it comes, and lets go of it when nobody reads on", async () => {
    let closed = false;
    const { client } = await connect((_request, response) => {
      response.on("close", () => (closed = true));
      response.writeHead(200).write("first");
    });
    const { body } = await client.stream("/", {});
    for await (const chunk of body) {
      expect(Buffer.from(chunk).toString()).toBe("first");
      break;
    }
    await expect.poll(() => closed).toBe(true);
  });

  it("takes the consumer's own time for no silence of the backend", async () => {
    const { client } = await connect((_request, response) => json(response, { a: 1 }), { limits: { timeout: 300 } });
    const { body } = await client.stream("/", {});
    let length = 0;
    for await (const chunk of body) {
      await new Promise((resolve) => {
        setTimeout(resolve, 600);
      });
      length += chunk.length;
    }
    expect(length).toBe(7);
  });
});

interface Setting {
  readonly environment?: Readonly<Record<string, string>>;
  readonly limits?: Partial<HttpLimits>;
  readonly signal?: AbortSignal;
  readonly path?: string;
}

async function connect(handler: Handler, setting: Setting = {}): Promise<{ client: HttpClient; server: LoopbackServer }> {
  const server = await serve(handler);
  const address = parseAddress(`tempo+${server.url}${setting.path ?? ""}`, "tempo");
  const client = new HttpClient(
    address,
    credentialsFrom(setting.environment ?? {}, address),
    { ...QUICK, ...setting.limits },
    setting.signal,
  );
  return { client, server };
}
