/** The words of a command that is started without a shell: nothing in them is a variable, a pattern or another command. */
import { StrataError } from './failure.ts'

const word = /\s*((?:[^\s"'\\]|\\[\s\S]|'[^']*'|"(?:[^"\\]|\\[\s\S])*")+)/y
const piece = /\\([\s\S])|'([^']*)'|"((?:[^"\\]|\\[\s\S])*)"|([^\s"'\\]+)/g

const plain = (quoted: string): string =>
  quoted.replaceAll(
    piece,
    (_, escaped: string | undefined, single: string | undefined, double: string | undefined, other: string | undefined) =>
      escaped ?? single ?? double?.replaceAll(/\\(["\\$`])/g, '$1') ?? other ?? '',
  )

/** @throws StrataError invalid-input for a quote that is not closed */
export const commandWords = (line: string): readonly string[] => {
  const words: string[] = []
  const text = line.trimEnd()
  word.lastIndex = 0
  for (let end = 0; end < text.length;) {
    const found = word.exec(text)
    if (found === null) throw new StrataError('invalid-input', `The command has a quote or a backslash without its other part: ${line}`, {})
    words.push(plain(found[1] ?? ''))
    end = word.lastIndex
  }
  return words
}

/** The words with the tests in the place of the word `{tests}`. */
export const withTests = (words: readonly string[], tests: readonly string[]): readonly string[] =>
  words.flatMap((each) => (each === '{tests}' ? tests : [each]))
