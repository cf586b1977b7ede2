/** Numbers in the unit that suits their size, by one rule for the window and the command line. */

const step = 1000

/**
 * The number with its unit. A larger unit is taken as soon as the digits that are written would be a thousand: 999,999 B are 1.0 MB.
 * @param units each a thousand of the one before
 * @param digits writes a number of any unit but the first, which has no decimals
 */
export const inUnits = (value: number, units: readonly string[], digits: (value: number) => string): string => {
  let [rest, unit] = [value, 0]
  const written = (): string => (unit === 0 ? String(Math.round(rest)) : digits(rest))
  while (Number(written()) >= step && unit < units.length - 1) {
    rest /= step
    unit += 1
  }
  return `${written()}${units[unit] ?? ''}`
}

/** Milliseconds of less than a second: what has passed whole, so that 999.7 ms are not a thousand. */
export const millisecondsText = (ms: number): string => `${Math.floor(ms)} ms`

/** Three significant digits: 9.99, 99.9, 999. */
export const threeDigits = (value: number): string => {
  if (value < 9.995) return value.toFixed(2)
  return value < 99.95 ? value.toFixed(1) : value.toFixed(0)
}
