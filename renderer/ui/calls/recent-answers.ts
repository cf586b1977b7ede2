/** The last answers of the engine, so that going back shows what was there at once. */

export interface RecentAnswers {
  readonly keep: (key: string, value: unknown) => void
  readonly find: (key: string) => unknown
}

/** Remembers the `limit` answers used last. */
export const recentAnswers = (limit: number): RecentAnswers => {
  const answers = new Map<string, unknown>()
  return {
    keep: (key, value) => {
      answers.delete(key)
      answers.set(key, value)
      const oldest = answers.keys().next()
      if (answers.size > limit && oldest.done !== true) answers.delete(oldest.value)
    },
    find: (key) => answers.get(key),
  }
}
