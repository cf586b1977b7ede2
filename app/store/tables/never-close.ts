/** Keeps a damaged database open until the process ends: closing it may block forever or end the process. */

const left: unknown[] = []

/** Keeps a reference, so that neither a caller nor the garbage collector closes the object. */
export const leaveOpen = (...open: readonly unknown[]): void => {
  left.push(...open)
}
