/** The share of a split pane. */

/** Between 0.12 and 0.88; one half for what is no number. */
export const clampShare = (share: number): number => (Number.isFinite(share) ? Math.max(0.12, Math.min(0.88, share)) : 0.5)
