import type { SimulatedStoreOptions } from "@shardlist/core/testing";

/** Where a store keeps a batch or a tombstone; every case runs with each. */
export interface Kind {
  readonly records: string;
  readonly store: SimulatedStoreOptions;
}

/** Records that travel with the listing. */
export const LISTED: Kind = { records: "records that travel with the listing", store: {} };

/**
 * Records that need a get. No record fits the listing here, so that values need not be long to be
 * too large.
 */
export const APART: Kind = {
  records: "records too large for the listing",
  store: { limits: { inlineBytes: 0 } },
};

export const KINDS: readonly Kind[] = [LISTED, APART];

/** Records whose store has a name of its own for them and reads them one by one. */
export const ONE_BY_ONE: Kind = {
  records: "records that ride in their key, in a store without bulk reads",
  store: { ownRefs: true, bulkGets: false },
};
