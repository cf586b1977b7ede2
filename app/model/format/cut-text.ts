/** Text that was cut, perhaps within a secret: a part of a secret is not known for one. */

/** Longest word that is looked for. */
const maxWord = 1000

/** The text without the word at its end. @param gap what parts words */
export const withoutLastWord = (text: string, gap = /\s/): string => {
  const least = Math.max(0, text.length - maxWord)
  let end = text.length
  while (end > least && !gap.test(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}

/** Redacts a text; one that ends with an ellipsis was cut there, and loses the word before it. */
export const redactedCut = (text: string, redact: (plain: string) => string): string =>
  text.endsWith('…') ? `${redact(withoutLastWord(text.slice(0, -1)))}…` : redact(text)
