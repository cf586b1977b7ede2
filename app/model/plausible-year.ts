/** Years 0 to 9999, as four digits write them. Beyond them the sums of the tables overflow. */
const first = Date.parse('0000-01-01T00:00:00.000Z')
const last = Date.parse('9999-12-31T23:59:59.999Z')

/** @param at milliseconds since 1970; false for NaN */
export const isPlausibleYear = (at: number): boolean => at >= first && at <= last
