/** Work that may take long and goes in pieces: whoever carries it out decides whether others get their turn between two of them, or stops it. */

/** Gives nothing between pieces, and its result in the end. */
export type InPieces<T> = Generator<undefined, T, undefined>
