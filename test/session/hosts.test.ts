import { describe, expect, it } from "vitest";
import { hostList } from "../../src/session/hosts.ts";

describe("a list of hosts", () => {
  const listed = hostList(["tools.example.com", "*.svc.local", "127.0.0.1", "::1", "[2001:db8::2]", "bücher.example", "localhost"]);

  it.each([
    "tools.example.com",
    "TOOLS.Example.com",
    "tools.example.com.",
    "a.svc.local",
    "a.b.svc.local",
    "127.0.0.1",
    "::1",
    "[::1]",
    "2001:db8:0:0::2",
    "xn--bcher-kva.example",
    "localhost",
  ])("holds %s", (host) => expect(listed(host)).toBe(true));

  it.each([
    "example.com",
    "eviltools.example.com",
    "tools.example.com.evil.org",
    "svc.local",
    "evilsvc.local",
    ".svc.local",
    "127.0.0.2",
    "::2",
    "tools.example.com@evil.org",
    "evil.org/tools.example.com",
    "evil.org#.svc.local",
    "evil.org\\.svc.local",
    "tools.example.com:8080",
    "",
    ".",
    "*.svc.local",
    "a b.svc.local",
  ])("does not hold %j", (host) => expect(listed(host)).toBe(false));

  it.each([
    "https://tools.example.com",
    "tools.example.com:80",
    "tools.example.com:443",
    "[::1]:80",
    "a/b",
    "*",
    "*.",
    "a.*.com",
    "",
    "user@host",
    "*.[::1]",
    "*.::1",
  ])("refuses the entry %j", (entry) => {
    expect(() => hostList([entry])).toThrow(/is no host/);
  });
});
