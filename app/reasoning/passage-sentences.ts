/** The sentences of a passage: without code and quotes, with the cells of tables and the items of lists. */

/** Letters of a sentence that says something. */
const minLetters = 6

const fence = /^ {0,3}(`{3,}(?!`)|~{3,}(?!~))[^\n]*\n[^]*?(?:^ {0,3}\1[^\n]*$|$(?![^]))/gm
const quoteLine = /^[^\S\n]*>.*$/gm
const longQuote = /["“][^"“”\n]{25,}["”]/g
const inlineCode = /`[^`\n]*`/g
const cells = /^\s*\|(.*)\|\s*$/
const rule = /^[\s|:=*_-]*$/
const ends = /(?<=[.!?])[*_)”"]*\s+(?=[*_(“"'`A-ZÄÖÜ0-9])/

/** Signs of lists, headings and emphasis. */
const bare = (text: string): string =>
  text
    .replace(/^\s*(?:[-*+•]\s+|#{1,6}\s+|☐\s*|✅\s*|❌\s*)+/u, '')
    .replaceAll(/\*\*|__/g, '')
    .trim()

/** Line breaks inside of a paragraph end no sentence; in transcripts of reasoning a numbered item may follow a full stop. */
const linesOf = (text: string): readonly string[] =>
  text
    .replaceAll(fence, '\n')
    .replaceAll(quoteLine, '')
    .split(/\n+|(?<=[.:?!a-z)])(?=\d\. [A-Z`])/)
    .flatMap((line) => {
      if (rule.test(line)) return []
      const [, inside] = cells.exec(line) ?? []
      return inside === undefined ? [line] : inside.split('|')
    })

export const sentencesOf = (passage: string): readonly string[] =>
  linesOf(passage)
    .flatMap((line) => line.split(ends))
    .map(bare)
    .filter((sentence) => sentence.replaceAll(inlineCode, '').replaceAll(/[^\p{L}]/gu, '').length >= minLetters)

/** What the patterns read: no code, no quoted sentences, plain apostrophes. */
export const plainWords = (sentence: string): string =>
  sentence.replaceAll(inlineCode, 'x').replaceAll(longQuote, ' ').replaceAll(/[’‘]/g, "'").replaceAll(/\s+/g, ' ').toLowerCase().trim()
