/** Whether a script of sed may write files or run programs: its commands `w`, `W` and `e`, and the flags `w` and `e` of `s`. */

/** The rest of a script; undefined if the script may write or is not understood. */
type Rest = string | undefined

/** `[^/]`, `[]a]`, `[[:space:]]` */
const brackets = /\[\^?\]?(?:\[:\w+:\]|[^\]\n])*\]/y

/** Where brackets end that begin at `at`. Programs differ about a backslash before a delimiter there. */
const endOfBrackets = (text: string, at: number, delimiter: string): number | undefined => {
  brackets.lastIndex = at
  const found = brackets.exec(text)?.[0]
  if (found === undefined || (found.includes('\\') && found.includes(delimiter))) return undefined
  return at + found.length
}

/** The text after a part that ends at `delimiter`. In a regular expression a delimiter in brackets is no end. */
const afterDelimiter = (text: string, delimiter: string, isExpression: boolean): Rest => {
  let at = 0
  while (at < text.length) {
    const char = text.charAt(at)
    if (char === '\n') return undefined
    if (char === delimiter) return text.slice(at + 1)
    const end = char === '[' && isExpression ? endOfBrackets(text, at, delimiter) : at + (char === '\\' ? 2 : 1)
    if (end === undefined) return undefined
    at = end
  }
  return undefined
}

const afterAddress = (text: string): Rest => {
  if (!/^[/\\]/.test(text)) return text.replace(/^(?:\d+(?:~\d+)?|\$|[+~]\d+)?/, '')
  const isOther = text.startsWith('\\')
  return afterDelimiter(text.slice(isOther ? 2 : 1), isOther ? text.charAt(1) : '/', true)?.replace(/^[IM]+/, '')
}

const afterAddresses = (text: string): Rest => {
  const first = afterAddress(text)?.trimStart()
  const second = first?.startsWith(',') === true ? afterAddress(first.slice(1).trimStart()) : first
  return second?.replace(/^[\s!]+/, '')
}

/** `s` and `y` have two parts; the line feeds in the second are escaped. */
const afterTwoParts = (text: string): Rest => {
  const delimiter = text.charAt(1)
  if (delimiter === '' || /[\\\s]/.test(delimiter)) return undefined
  const second = afterDelimiter(text.slice(2), delimiter, true)
  return second === undefined ? undefined : afterDelimiter(second, delimiter, false)
}

/** Text to insert goes to the end of the line; a backslash there continues it. */
const afterText = (text: string): string => text.replace(/^[aic](?:\\[^]|[^\\\n])*/, '')

const plain = /^[=dDgGhHnNpPxzF{}]/
const withNumber = /^[lLqQ]\s*\d*/
const withName = /^(?:[:btT][^\n;]*|[rR][^\n]*)/

const afterCommand = (text: string): Rest => {
  if (plain.test(text)) return text.slice(1)
  if (withNumber.test(text)) return text.replace(withNumber, '')
  if (withName.test(text)) return text.replace(withName, '')
  if (/^[aic]/.test(text)) return afterText(text)
  if (text.startsWith('s')) return afterTwoParts(text)?.replace(/^[gpiImM\d]*/, '')
  return text.startsWith('y') ? afterTwoParts(text) : undefined
}

const skipSpace = (text: string): string => text.replace(/^(?:[\s;]|#[^\n]*)+/, '')

/** Whether a command ended where the next may begin. A script such as `pw` is not understood, so it counts as writing. */
const isEnd = (text: string): boolean => text === '' || /^[\s;}#]/.test(text)

export const sedScriptWrites = (script: string): boolean => {
  let rest = skipSpace(script)
  while (rest !== '') {
    const command = afterAddresses(rest)
    if (command === undefined) return true
    const after = command === '' ? undefined : afterCommand(command)
    if (after === undefined || !(isEnd(after) || command.startsWith('{'))) return true
    rest = skipSpace(after)
  }
  return false
}
