/** The width of a table. */

const columnGap = 12

const padding = 24

/** Pixels for these grid tracks: `72px` counts as it is, `minmax(200px, 1fr)` with its least. */
export const tableWidth = (tracks: readonly string[]): number =>
  tracks.reduce((sum, track) => sum + Number(/(\d+(?:\.\d+)?)px/.exec(track)?.[1] ?? 0), 0) +
  Math.max(0, tracks.length - 1) * columnGap +
  padding
