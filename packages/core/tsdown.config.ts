import { defineConfig } from "tsdown";

export default defineConfig({
  entry: {
    index: "src/index.ts",
    slim: "src/slim.ts",
    memory: "src/memory/index.ts",
    testing: "src/testing/index.ts",
  },
  dts: true,
  platform: "neutral",
  fixedExtension: false,
  target: "es2022",
  outputOptions: {
    // A file of its own: what it imports is no ES module, which a bundler keeps wherever the file with it is kept.
    codeSplitting: { groups: [{ name: "by-value", test: /by-value\.ts$/ }] },
  },
});
