/** The entries of the palette, and those that a text finds: every word in any order, also parts of words, the best first. */

export type EntryKind = 'Command' | 'Screen' | 'Session' | 'Commit' | 'File' | 'Board' | 'Question' | 'Setting' | 'Filters' | 'Link'

export interface PaletteEntry {
  /** Unique among all entries. */
  readonly id: string
  readonly kind: EntryKind
  readonly title: string
  /** Text after the title. */
  readonly aside?: string | undefined
  /** Further words by which the entry is found. */
  readonly words?: string | undefined
  /** Whether it is a path, whose middle is cut. */
  readonly isPath?: true
  /** Whether the engine found it, by words that the entry does not show. */
  readonly isFound?: true
  readonly chord?: string | undefined
  readonly run: () => void
}

export const wordsOf = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')

const startsWord = (text: string, at: number): boolean => at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1] ?? '')

/** How well a word fits: at the beginning of the title, of a word, within a word, only elsewhere, or not at all. */
const scoreOf = (word: string, title: string, others: string): number => {
  const at = title.indexOf(word)
  if (at === 0) return 8
  if (at > 0) return startsWord(title, at) ? 6 : startsWord(title, title.lastIndexOf(word)) ? 6 : 3
  const elsewhere = others.indexOf(word)
  if (elsewhere < 0) return 0
  return startsWord(others, elsewhere) ? 2 : 1
}

/** Order of entries that match equally well. Entries that the engine found by content come after names. */
const kindOrder: readonly EntryKind[] = [
  'Link',
  'Command',
  'Screen',
  'Filters',
  'Session',
  'Board',
  'Question',
  'Setting',
  'File',
  'Commit',
]

const score = (entry: PaletteEntry, words: readonly string[], text: string): number => {
  const title = entry.title.toLowerCase()
  const others = `${entry.aside ?? ''} ${entry.words ?? ''} ${entry.kind}`.toLowerCase()
  const scores = words.map((word) => scoreOf(word, title, others))
  if (scores.includes(0) && entry.isFound !== true) return 0
  const sum = scores.reduce((total, each) => total + each, 0) / Math.max(1, words.length)
  // The whole text in the title is better than its words here and there, and a short title better than a long one.
  return sum + (title.includes(text) ? 3 : 0) + (title === text ? 4 : 0) + Math.min(1, text.length / Math.max(1, title.length)) + 0.01
}

/** Entries that a text finds, best first; for no text those of commands and screens, in their order. */
export const rankEntries = (entries: readonly PaletteEntry[], text: string): readonly PaletteEntry[] => {
  const words = wordsOf(text)
  if (words.length === 0) return entries
  const plain = words.join(' ')
  return entries
    .map((entry) => ({ entry, score: score(entry, words, plain) }))
    .filter((scored) => scored.score > 0)
    .sort((a, b) => b.score - a.score || kindOrder.indexOf(a.entry.kind) - kindOrder.indexOf(b.entry.kind))
    .map(({ entry }) => entry)
}
