/** Keeps one copy of a text that repeats from record to record: the parser makes a new one each time, and a session has many records. */
export const repeatedText = (): ((text: string | undefined) => string | undefined) => {
  let last: string | undefined
  return (text) => {
    if (text === undefined) return undefined
    if (text !== last) last = text
    return last
  }
}
