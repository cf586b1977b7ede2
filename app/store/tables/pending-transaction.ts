/** A transaction that stays open, so that later changes are gathered in it. */
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
