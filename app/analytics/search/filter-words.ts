/** The words of a text filter. */

/** The words of a search, each once; all of them must occur. */
export const filterWords = (text: string | undefined): readonly string[] => [
  ...new Set((text ?? '').split(/\s+/u).filter((word) => word !== '')),
]
