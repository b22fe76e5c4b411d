import type { HotSpot } from "../profile.ts";
import { figure, table } from "./figures.ts";

/** Where the time goes, for whoever asks why a goal is missed. */
export function profileTable(profile: readonly HotSpot[]): string {
  return table(
    ["function", "share of the time", "where"],
    profile.map(({ name, place, share }) => [
      `\`${name}\``,
      `${figure(share * 100)} %`,
      place === "" ? "the runtime" : place,
    ]),
  );
}
