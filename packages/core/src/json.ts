/** Anything that JSON carries unchanged. */
export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

/** An object among {@link JsonValue}. */
export type JsonObject = { readonly [key: string]: JsonValue };
