export {
  describeRecordStore,
  recordStoreChecks,
  type TestRunner,
} from "./conformance/describe-record-store.ts";
export type {
  RecordStoreCheck,
  StoreSetup,
  StoreTraits,
  StoreUnderTest,
} from "./conformance/store-under-test.ts";
export { type WatchedBinding, watchBinding } from "./conformance/watch-binding.ts";
export { type SimulatedRegion, type SimulatedStore, simulatedStore } from "./simulated-store.ts";
export type { Contents } from "./simulation/contents.ts";
export type { Fault, FaultMatch, Faults } from "./simulation/faults.ts";
export type { Invocation, InvocationOptions } from "./simulation/invocation.ts";
export type {
  LateLandings,
  Range,
  RegionOptions,
  SimulatedStoreOptions,
  Weather,
} from "./simulation/options.ts";
export type { Operation, SimulatedCall } from "./simulation/simulated-call.ts";
export { SimulatedStoreError } from "./simulation/store-errors.ts";
export type { DrawnStaleness, RegionStaleness, Staleness } from "./simulation/visibility.ts";
export type { VirtualClock } from "./virtual-clock.ts";
