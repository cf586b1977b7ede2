/** Moves on the axis: zoom, pan and fit, never beyond its ends. */

/** The stretch of the axis on screen, in axis units. */
export interface Shown {
  readonly from: number
  readonly to: number
}

/** The axis from 0 to `length`; `least` is the narrowest stretch that can be shown. */
export interface Limits {
  readonly length: number
  readonly least: number
}

/** Nearest stretch that lies on the axis. */
export const clampShown = ({ from, to }: Shown, { length, least }: Limits): Shown => {
  const width = Math.min(length, Math.max(Math.min(least, length), to - from))
  const begin = Math.max(0, Math.min(length - width, from))
  return { from: begin, to: begin + width }
}

/** `factor` below 1 shows less; the place `focus` stays where it is on the screen. */
export const zoomAround = (shown: Shown, focus: number, factor: number, limits: Limits): Shown => {
  const width = shown.to - shown.from
  const wanted = Math.min(limits.length, Math.max(Math.min(limits.least, limits.length), width * factor))
  const from = focus - ((focus - shown.from) / width) * wanted
  return clampShown({ from, to: from + wanted }, limits)
}

/** Moved by a share of the stretch in view: 0.5 is half a screen to the right. */
export const panBy = (shown: Shown, share: number, limits: Limits): Shown => {
  const distance = (shown.to - shown.from) * share
  return clampShown({ from: shown.from + distance, to: shown.to + distance }, limits)
}

/** The stretch with a little room on both sides. */
export const frameAround = (from: number, to: number, limits: Limits): Shown => {
  const room = Math.max((to - from) * 0.1, limits.least / 4)
  return clampShown({ from: from - room, to: to + room }, limits)
}

/** Whether everything is shown, but for rounding. */
export const showsAll = (shown: Shown, limits: Limits): boolean => shown.to - shown.from >= limits.length * 0.999
