/** Sizes in decimal units, three significant digits. */
import { inUnits, threeDigits } from '../../../app/model/format/in-units.ts'

/** Bytes: `812 B`, `1.24 MB`. */
export const formatBytes = (bytes: number): string => inUnits(bytes, [' B', ' kB', ' MB', ' GB', ' TB'], threeDigits)
