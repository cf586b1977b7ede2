/** The words of a search, each once; all of them must occur. */
export const wordsOf = (text: string | undefined): readonly string[] => [
  ...new Set((text ?? '').split(/\s+/u).filter((word) => word !== '')),
]
