/** What a transaction gathers that stays open, and how whoever waits for it is told. */

/** A transaction that stays open for what is gathered after it. */
export interface Gathering {
  readonly shown: Promise<void>
  readonly resolve: () => void
  readonly reject: (cause: unknown) => void
}

export const newGathering = (): Gathering => {
  let settle: Omit<Gathering, 'shown'> = { resolve: () => undefined, reject: () => undefined }
  const shown = new Promise<void>((resolve, reject) => {
    settle = { resolve, reject }
  })
  // Whoever gathered hears of a failure; nobody has to.
  shown.catch(() => undefined)
  return { shown, ...settle }
}
