/** What a line says besides its columns, as JSON that DuckDB reads. */

/** Half of a surrogate pair, as a text has that was cut within a character. */
const half = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

/** JSON text; half a surrogate pair becomes U+FFFD, since DuckDB refuses JSON that escapes one, and every query that reads it. */
export const detailJson = (value: unknown): string =>
  JSON.stringify(value, (_key, each: unknown) => (typeof each === 'string' ? each.replaceAll(half, '\ufffd') : each))
