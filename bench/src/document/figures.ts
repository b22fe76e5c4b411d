import type { BilledOperations } from "../prices.ts";
import type { Spread } from "../spread.ts";

/** A number as people read it: three digits that count, and thousands apart. */
export function figure(value: number): string {
  if (!Number.isFinite(value)) return "–";
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString("en");
  return Number(value.toPrecision(3)).toLocaleString("en", { maximumSignificantDigits: 3 });
}

/** A median and its quartiles. */
export function spread({ median, low, high }: Spread): string {
  return `${figure(median)} (${figure(low)}–${figure(high)})`;
}

/** Dollars, to the cent below 100. */
export function dollars(value: number | undefined): string {
  if (value === undefined || !Number.isFinite(value)) return "–";
  if (value >= 100) return `$${Math.round(value).toLocaleString("en")}`;
  return `$${value.toFixed(2)}`;
}

/** Bytes in the unit that suits them. */
export function bytes(value: number | undefined): string {
  if (value === undefined) return "–";
  if (value >= 1e6) return `${figure(value / 1e6)} MB`;
  return value >= 1000 ? `${figure(value / 1000)} kB` : `${value} B`;
}

/** Operations by kind, without those that weren't made. */
export function operations(billed: BilledOperations | undefined): string {
  if (billed === undefined) return "–";
  const made = Object.entries(billed).filter(([, count]) => count > 0);
  return made.map(([kind, count]) => `${figure(count)} ${kind}`).join(", ") || "none";
}

/** A table in Markdown. The first column is text, the others are numbers. */
export function table(
  headings: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): string {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(" | ")} |`;
  const rule = headings.map((_, column) => (column === 0 ? "---" : "---:"));
  const body = rows.map((cells) =>
    line(cells.map((cell) => (typeof cell === "number" ? figure(cell) : cell))),
  );
  return [line(headings), line(rule), ...body].join("\n");
}
