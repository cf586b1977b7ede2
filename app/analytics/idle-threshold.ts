/** A gap this long, milliseconds, counts as idle and not as waiting for a person. */
export const idleMs = 5 * 60_000
