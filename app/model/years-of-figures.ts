/** The years of which figures are told: 0 to 9999, as four digits say them. Beyond them the tables' sums have no room. */
const first = Date.parse('0000-01-01T00:00:00.000Z')
const last = Date.parse('9999-12-31T23:59:59.999Z')

/** @param at milliseconds since 1970; NaN lies in no year */
export const isInYearsOfFigures = (at: number): boolean => at >= first && at <= last
