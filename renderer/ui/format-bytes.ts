/** Sizes in decimal units, three significant digits. */

const units = ['B', 'kB', 'MB', 'GB', 'TB'] as const

/** Bytes: `812 B`, `1.24 MB`. */
export const formatBytes = (bytes: number): string => {
  let value = bytes
  let unit = 0
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000
    unit += 1
  }
  return unit === 0 ? `${Math.round(value)} B` : `${threeDigits(value)} ${units[unit] ?? ''}`
}

const threeDigits = (value: number): string => {
  if (value < 9.995) return value.toFixed(2)
  return value < 99.95 ? value.toFixed(1) : value.toFixed(0)
}
