/** Words of a command as a POSIX shell reads them. */

const isPlain = (word: string): boolean => /^[\w@%+=:,./-]+$/.test(word)

/** Joins the words, quoting those that a shell would take apart. */
export const shellCommand = (...words: readonly string[]): string =>
  words.map((word) => (isPlain(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`)).join(' ')
