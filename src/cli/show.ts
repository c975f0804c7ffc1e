import type { Page } from "../views/page/page.ts";
import type { Limits } from "../views/page/limit.ts";
import type { Terminal } from "./terminal.ts";
import type { View, ViewOptions } from "../views/view.ts";

/** Prints a result in a format, piece by piece. */
export async function show<Result>(view: View<Result>, result: Result, limits: Limits, terminal: Terminal): Promise<void> {
  const options: ViewOptions = { all: limits.all, colour: terminal.colour, columns: terminal.columns };
  let waiting = "";
  for (const piece of view.render(result, options)) {
    waiting += piece;
    if (waiting.length < PIECE) continue;
    await terminal.print(waiting);
    waiting = "";
  }
  if (waiting !== "") await terminal.print(waiting);
}

/** Small pieces are written together, up to so many characters. */
const PIECE = 65_536;

/** A page as text. */
export async function showPage(page: Page, limits: Limits, terminal: Terminal): Promise<void> {
  const { text } = await import("../views/text/text.ts");
  await show(text, page, limits, terminal);
}

/** A value as JSON. */
export async function showJson(value: object, terminal: Terminal): Promise<void> {
  const { json } = await import("../views/json.ts");
  await show(json, value, { all: true }, terminal);
}
