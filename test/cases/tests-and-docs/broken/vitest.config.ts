import { defineConfig } from "vitest/config";
import { changedText } from "../../../simulation/mutants/load-mutant.ts";
import { BROKEN_DESIGNS } from "./designs.ts";

const design = BROKEN_DESIGNS.find(({ name }) => name === process.env.BROKEN_DESIGN);
if (design === undefined) throw new Error("`BROKEN_DESIGN` must name one of the broken designs");

/** Runs the cases over a broken design: one module of the core is changed while it is loaded. */
export default defineConfig({
  root: new URL("../../../..", import.meta.url).pathname,
  resolve: { conditions: ["source"] },
  ssr: { resolve: { conditions: ["source"] } },
  plugins: [
    {
      name: "broken-design",
      enforce: "pre",
      load: (id) =>
        id.endsWith(`/packages/core/src/${design.file}`) ? changedText(design) : undefined,
    },
  ],
  test: {
    include: ["test/cases/**/*.test.ts"],
    testTimeout: 30_000,
    bail: 1,
    fsModuleCache: false,
  },
});
