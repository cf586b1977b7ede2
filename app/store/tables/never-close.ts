/** Keeps a damaged database open until the process ends: closing it may block forever or end the process. */

/** What of DuckDB stays open until the process ends: closing a database that is damaged may wait for itself for ever, or end the process. */

const left: unknown[] = []

/** Keeps something from being closed, by hand or by the collector. */
export const leaveOpen = (...open: readonly unknown[]): void => {
  left.push(...open)
}
