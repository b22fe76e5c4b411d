import { readFileSync } from "node:fs";
import { deserialize, GCProfiler } from "node:v8";
import { type Form, type RecordedList, readRecorded } from "./read-subjects.ts";

// Prints the peak heap of one read; see peak-heap.ts. Arguments: the file with the list, and the form to read it in.
const [file = "", form = ""] = process.argv.slice(2);
const list = deserialize(readFileSync(file)) as RecordedList;
const recording = new Map([...list.recording].map(([key, bytes]) => [key, Buffer.from(bytes)]));
globalThis.gc?.();
const before = process.memoryUsage().heapUsed;
const profiler = new GCProfiler();
profiler.start();
await readRecorded({ ...list, recording }, form as Form);
const { statistics } = profiler.stop();
const used = statistics.map(({ afterGC }) => afterGC.heapStatistics.usedHeapSize);
console.log(Math.max(process.memoryUsage().heapUsed, ...used) - before);
