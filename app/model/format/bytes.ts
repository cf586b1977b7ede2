/** Sizes. */
import { inUnits } from './units.ts'

/** Bytes in decimal units, three significant digits: `812 B`, `1.24 MB`. */
export const formatBytes = (bytes: number): string => inUnits(bytes, [' B', ' kB', ' MB', ' GB', ' TB'])
