/**
 * The lines of private keys. An edit within a key, its patch and the end of a file show some of them without the line with which a key
 * begins: they are recognised before the line with which it ends, and by what other texts show of the same key.
 */
import { isObject } from '../model/json-object.ts'

const begins = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/
export const keyEnds = /-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/

/** A line of a key, with the number that a tool wrote before it, or the mark of a patch. */
const keyLine = /^(?:\s{0,20}\d{1,7}(?:[→│|:\t-]| {1,4}))?[ \t]{0,40}-?[ \t]{0,8}(?<own>[A-Za-z0-9+/]{1,200}={0,2})[ \t]{0,40}$/

const ownOf = (line: string): string | undefined => keyLine.exec(line)?.groups?.['own']

/** Lines of a key are at most this many. */
const maxLines = 400
/** Shorter ones are found in their place alone. */
const minLength = 8

/** Only a machine writes it. */
const isWritten = (text: string): boolean =>
  text.length >= minLength && (text.endsWith('=') || (/\d/.test(text) && /[a-z]/i.test(text)) || (/[a-z]/.test(text) && /[A-Z]/.test(text)))

/** Where the lines of a key begin that end at a place. */
export const keyStart = (text: string, end: number): number => {
  let start = end
  for (let at = 0; at < maxLines; at += 1) {
    if (text[start - 1] !== '\n') break
    const from = text.lastIndexOf('\n', start - 2) + 1
    if (start - from > 300 || ownOf(text.slice(from, start - 1).replace(/\r$/, '')) === undefined) break
    start = from
  }
  return start
}

const isEdge = (text: string): boolean => text.includes('PRIVATE KEY')

/** Lines of keys in a text, as a key has them. */
function* linesOf(text: string): Generator<string> {
  if (!isEdge(text)) return
  const lines = text.split(/\r?\n|\\+n/)
  for (const [at, line] of lines.entries()) {
    const step = keyEnds.test(line) ? -1 : begins.test(line) ? 1 : 0
    if (step === 0) continue
    for (let next = at + step, left = maxLines; left > 0; next += step, left -= 1) {
      const own = ownOf(lines[next] ?? '-')
      if (own === undefined) break
      yield own
    }
  }
}

/** Lines of keys that were seen. */
export class KeyLines {
  readonly #known = new Set<string>()

  /** Notes the lines of the keys in a value; a list of texts is read as the lines of one. */
  learn(value: unknown): void {
    if (typeof value === 'string') this.#text(value)
    else if (Array.isArray(value)) {
      const texts = value.filter((one): one is string => typeof one === 'string')
      if (texts.some(isEdge)) this.#text(texts.join('\n'))
      for (const one of value) if (typeof one !== 'string') this.learn(one)
    } else if (isObject(value) && !(value instanceof Uint8Array)) for (const one of Object.values(value)) this.learn(one)
  }

  #text(text: string): void {
    for (const line of linesOf(text))
      // The first character may be the mark of a patch.
      for (const one of line.startsWith('+') ? [line, line.slice(1)] : [line]) if (isWritten(one)) this.#known.add(one)
  }

  /** The text with something else in the place of each known line. */
  replace(text: string, put: (line: string) => string): string {
    if (this.#known.size === 0) return text
    return text.replace(/[A-Za-z0-9+/]{7,}={0,2}/g, (run) => {
      if (this.#known.has(run)) return put(run)
      const rest = run.slice(1)
      return run.startsWith('+') && this.#known.has(rest) ? `+${put(rest)}` : run
    })
  }
}
