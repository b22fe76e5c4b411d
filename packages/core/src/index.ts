export { byValue } from "./by-value.ts";
export type { Clock } from "./clock.ts";
export {
  type CompactAllOptions,
  type CompactAllReport,
  compactAll,
} from "./compaction/compact-all.ts";
export type { CompactionReport, CompactOptions } from "./compaction/report.ts";
export type { Entry, EntryRef } from "./entry.ts";
export { ListError, type ListErrorCode, type ListErrorDetails } from "./errors.ts";
export type {
  CompactionEvent,
  ListEvent,
  RestartEvent,
  RetryEvent,
  UnknownRecordEvent,
} from "./events.ts";
export type { KeyOf } from "./identity.ts";
export { importArray } from "./import-array.ts";
export type { JsonObject, JsonValue } from "./json.ts";
export { createListStore, type ListStore, type NamesOptions } from "./list-store.ts";
export type {
  AppendAllOptions,
  AppendOptions,
  List,
  ReadOptions,
  ReadResult,
  SlimList,
} from "./list-types.ts";
export type { ListStoreOptions, RetryOptions } from "./options.ts";
export type {
  ErrorClass,
  ListedRecord,
  ListPage,
  OperationCounts,
  PutOptions,
  RecordStore,
  StoreLimits,
} from "./record-store.ts";
export type { SchemaIssue, SchemaResult, StandardSchema } from "./schema.ts";
export { putWithRetry, type UpdateOptions, updateRecord } from "./update-record.ts";
export type { VerifyProblem, VerifyReport } from "./verify-report.ts";
