/** Work that can be done in slices, between which others are answered. */

/** Gives nothing between pieces, and its result in the end. */
export type Sliced<T> = Generator<undefined, T, undefined>
