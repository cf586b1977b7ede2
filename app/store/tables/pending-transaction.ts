/** What of DuckDB stays open until the process ends: closing a database that is damaged may wait for itself for ever, or end the process. */

/** A transaction that stays open for what is gathered after it. */
export interface PendingTransaction {
  readonly shown: Promise<void>
  readonly resolve: () => void
  readonly reject: (cause: unknown) => void
}

export const newPendingTransaction = (): PendingTransaction => {
  let settle: Omit<PendingTransaction, 'shown'> = { resolve: () => undefined, reject: () => undefined }
  const shown = new Promise<void>((resolve, reject) => {
    settle = { resolve, reject }
  })
  // The caller that gathered sees a failure; it may ignore it.
  shown.catch(() => undefined)
  return { shown, ...settle }
}
