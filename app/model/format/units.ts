/** Numbers in the unit that suits their size. */

const step = 1000

/** Three significant digits: 9.99, 99.9, 999. */
const threeDigits = (value: number): string => {
  if (value < 9.995) return value.toFixed(2)
  return value < 99.95 ? value.toFixed(1) : value.toFixed(0)
}

/**
 * The number with its unit, three significant digits. The unit is larger as soon as the digits would be a thousand: 999,999 B are 1.00 MB.
 * @param units each a thousand of the one before; the first has no decimals
 */
export const inUnits = (value: number, units: readonly string[]): string => {
  let [rest, unit] = [value, 0]
  const written = (): string => (unit === 0 ? String(Math.round(rest)) : threeDigits(rest))
  while (Number(written()) >= step && unit < units.length - 1) {
    rest /= step
    unit += 1
  }
  return `${written()}${units[unit] ?? ''}`
}
