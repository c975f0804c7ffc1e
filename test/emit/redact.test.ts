import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cached, redactCredentials, REASON_LIMIT } from "../../src/emit/redact.ts";
import { displayPath, pathShortener } from "../../src/emit/shorten.ts";

describe("the default redactor", () => {
  test.each([
    ["api_key=abc123 rest", "api_key=[redacted] rest"],
    ["the token: abcdef is wrong", "the token: [redacted] is wrong"],
    ['{"password": "hunter2"}', '{"password": "[redacted]"}'],
    ["AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI", "AWS_SECRET_ACCESS_KEY=[redacted]"],
    ["Authorization: Bearer abcdefgh12345678", "Authorization: Bearer [redacted]"],
    ["sent bearer abcdefgh12345678", "sent bearer [redacted]"],
    ["https://user:pass@example.test/x", "https://user:[redacted]@example.test/x"],
    ["key sk-proj-abcdef0123456789abcd is bad", "key [redacted] is bad"],
    ["ghp_abcdefghij0123456789", "[redacted]"],
    ["eyJhbGciOiJI.eyJzdWIiOiIx.c2ln", "[redacted]"],
    ["deploy --token abc123 --dry-run", "deploy --token [redacted] --dry-run"],
    ["db --password 'two words' x", "db --password [redacted] x"],
    ['PASSWORD="two words" run', 'PASSWORD="[redacted]" run'],
    ["curl -u me:hunter2 http://x", "curl -u me:[redacted] http://x"],
    ["Server=db;Uid=me;Pwd=hunter2;", "Server=db;Uid=me;Pwd=[redacted];"],
    ["mysqldump -h db -u me -phunter2 shop > x", "mysqldump -h db -u me -p[redacted] shop > x"],
    ["mysql -p'hunter2'", "mysql -p'[redacted]'"],
    ["sshpass -p hunter2 ssh me@host", "sshpass -p [redacted] ssh me@host"],
    ["redis-cli -h cache -a hunter2 ping", "redis-cli -h cache -a [redacted] ping"],
    ["docker login -u me -p hunter2 registry", "docker login -u me -p [redacted] registry"],
    ["Cookie: sid=abc; theme=dark", "Cookie: [redacted]"],
    ["bearer: abcdefgh12345678", "bearer: [redacted]"],
    ["AccountKey=abc123==;x", "AccountKey=[redacted];x"],
    ["private_key=abc123", "private_key=[redacted]"],
    ["a=1&refresh_token%3Dabc123", "a=1&refresh_token%3D[redacted]"],
    ["https://abcdefghijklmnop@example.test/x", "https://[redacted]@example.test/x"],
    ["https://x/?a=1&sig=abc12345&b=2", "https://x/?a=1&sig=[redacted]&b=2"],
    ["https://hooks.slack.com/services/T00/B00/abcd", "https://hooks.slack.com/services/[redacted]"],
    ["github_pat_11ABCDEFG0abcdefghij", "[redacted]"],
    ["dop_v1_0123456789abcdef0123", "[redacted]"],
    ["SG.abcdefghij0123456789.abcdefghij0123456789", "[redacted]"],
    ["dapi0123456789abcdef0123456789abcdef", "[redacted]"],
    ["-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----", "[redacted]"],
  ])("masks a credential: %s", (text, masked) => {
    expect(redactCredentials(text)).toBe(masked);
  });

  test.each([
    "writes outside the workspace",
    "selected for Bash",
    "skill-release-notes-for-everyone is shadowed",
    "the token budget is used up",
    "its digest sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08 differs",
    "see https://example.test/a:b/c",
    "pk-and-sk-are-short-words",
    "sk-learn-based-estimator-v2 is loaded",
    "npm_config_user_agent_of_mine is set",
    "serve --token-limit 4096",
    "the password prompt is not shown",
    "git clone ssh://git@example.test/x",
    "docker run -u root image",
    "its signature: not by the signer that was trusted",
    "no cookie jar",
    "PWD=/home/me/project",
    "mkdir -parents; ls -public",
    "mysql -p shop",
    "docker run -p 8080:80 image",
    "redis-cli -p 6379 ping",
    "ssh -p 2222 host",
  ])("leaves alone what is none: %s", (text) => {
    expect(redactCredentials(text)).toBe(text);
  });

  test("takes a time that grows no faster than the text", () => {
    const hostile = [
      "token".repeat(20_000),
      "a-".repeat(50_000),
      "sk-".repeat(30_000),
      "https://".repeat(12_000),
      `token="${"a ".repeat(50_000)}`,
      "token='".repeat(15_000),
      "--token ".repeat(12_000),
      "cookie:".repeat(14_000),
      "?key=&".repeat(16_000),
      "-u a:".repeat(20_000),
      "SG.aaaaaaaaaaaaaaaaaaaa".repeat(5000),
      "12345678:AA".repeat(9000),
      "-----BEGIN ".repeat(9_000),
      "mysql a ".repeat(12_000),
      `mysql ${"-a ".repeat(30_000)}`,
      "redis-cli docker login ".repeat(4_000),
      ";pwd = ".repeat(14_000),
    ];
    for (const text of hostile) {
      const began = performance.now();
      redactCredentials(text);
      expect(performance.now() - began).toBeLessThan(1000);
    }
  });
});

describe("cutting", () => {
  test("leaves at most the limit, and never half a character", () => {
    const cut = cached((text) => text);
    fc.assert(
      fc.property(fc.string({ unit: "binary", minLength: 900, maxLength: 1100 }), (text) => {
        const result = cut(text);
        expect(result.length).toBeLessThanOrEqual(REASON_LIMIT);
        expect(result.isWellFormed()).toBe(text.isWellFormed());
      }),
    );
  });
});

describe("paths", () => {
  test.each([
    ["/home/u", "~"],
    ["/home/u/a", "~/a"],
    ["/home/user2/a", "/home/user2/a"],
    ["/mnt/home/u/a", "/mnt/home/u/a"],
    ["relative/path", "relative/path"],
  ])("%s is shown as %s", (path, shown) => {
    expect(displayPath(path, "/home/u")).toBe(shown);
  });

  test("a home that is the root shortens nothing", () => {
    expect(displayPath("/etc/x", "/")).toBe("/etc/x");
  });

  test.each([
    ["/home/u/project/.agent/settings.json", ".agent/settings.json"],
    ["/home/u/project (copy)/x", "~/project (copy)/x"],
    ["/home/u/.agent/skills", "~/.agent/skills"],
    ["/home/u/project", "~/project"],
    ["a.md in /home/u/project/skills is hidden by /home/u/skills/a.md", "a.md in skills is hidden by ~/skills/a.md"],
    ["see file:///home/u/project/x", "see file://~/project/x"],
    ["/home/u/project2/x", "~/project2/x"],
  ])("in the workspace /home/u/project, %s is written %s", (text, short) => {
    expect(pathShortener("/home/u/project", "/home/u")(text)).toBe(short);
  });

  test("a workspace whose name means something in a pattern is a name", () => {
    expect(pathShortener("/w/a+b (1)[x]", "/h")("/w/a+b (1)[x]/f and /w/aab/f")).toBe("f and /w/aab/f");
  });
});
