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
});
