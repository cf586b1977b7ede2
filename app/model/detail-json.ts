/** JSON with the details of a line besides its columns, in a form that DuckDB reads. */

/** Half of a surrogate pair: a text has one when it was cut within a character. */
const half = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

/** JSON text. Half a surrogate pair becomes U+FFFD: DuckDB refuses JSON that escapes one, and every query that reads it fails. */
export const detailJson = (value: unknown): string =>
  JSON.stringify(value, (_key, each: unknown) => (typeof each === 'string' ? each.replaceAll(half, '\ufffd') : each))
