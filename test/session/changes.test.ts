import { describe, expect, it } from "vitest";
import type { DisableChange } from "../../src/session/change.ts";
import { Changes } from "../../src/session/changes.ts";

const change = (name: string): DisableChange => ({
  kind: "hook",
  name,
  state: "disabled",
  accepted: true,
  matched: 1,
  origin: "api",
  nearest: [],
});

/** Changes, and what happened to their facts in order. */
function watched(): { readonly changes: Changes; readonly events: string[]; readonly record: () => void; readonly begin: () => void } {
  const events: string[] = [];
  let isRecording = false;
  const changes = new Changes(() => isRecording);
  let opened = 0;
  changes.recordWith(() => {
    const number = ++opened;
    events.push(`open ${number}`);
    return { close: ({ name }) => events.push(`close ${number} ${name}`) };
  });
  return {
    changes,
    events,
    record: () => {
      isRecording = true;
    },
    begin: () => {
      isRecording = true;
      changes.begin();
    },
  };
}

describe("a change on its way to its fact", () => {
  it("is opened when it is asked for, and closed when the surfaces are known", () => {
    const { changes, events, begin } = watched();
    begin();
    expect(changes.make(() => change("a"))).toBeUndefined();
    expect(events).toEqual(["open 1"]);
    expect(changes.settle()).toEqual([change("a")]);
    expect(changes.make(() => change("b"))).toEqual(change("b"));
    expect(events).toEqual(["open 1", "close 1 a", "open 2", "close 2 b"]);
  });

  it("waits for the first fact of its emitter, in the order of asking", () => {
    const { changes, events, begin } = watched();
    changes.make(() => change("a"));
    changes.tell(change("refused"));
    expect(events).toEqual([]);
    begin();
    expect(events).toEqual(["open 1", "open 2"]);
    expect(changes.settle()).toEqual([change("a")]);
    expect(events.slice(2)).toEqual(["close 1 a", "close 2 refused"]);
  });

  it("is judged once, also where nothing records yet, and then still recorded", () => {
    const { changes, events, begin } = watched();
    let judged = 0;
    changes.make(() => change(`a${++judged}`));
    expect(changes.settle()).toEqual([change("a1")]);
    expect(changes.make(() => change(`a${++judged}`))).toEqual(change("a2"));
    begin();
    expect(changes.settle()).toEqual([]);
    expect(events).toEqual(["open 1", "open 2", "close 1 a1", "close 2 a2"]);
  });

  it("is recorded also by an emitter that never said it had started", () => {
    const { changes, events, record } = watched();
    changes.make(() => change("a"));
    record();
    changes.settle();
    expect(events).toEqual(["open 1", "close 1 a"]);
  });

  it("is kept for a recorder that never comes only up to a bound", () => {
    const { changes, events, begin } = watched();
    for (let i = 0; i < 1200; i++) changes.tell(change(String(i)));
    begin();
    changes.settle();
    expect(events.filter((event) => event.startsWith("close"))).toHaveLength(1000);
  });
});
