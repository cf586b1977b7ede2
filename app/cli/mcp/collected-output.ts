/** A terminal that collects what a command prints, for a caller that is a program. */
import pc from 'picocolors'
import type { Terminal } from '../terminal.ts'

/** Maximum length, UTF-16 code units. */
const maxCollected = 8_000_000

export interface CollectedOutput {
  readonly terminal: Terminal
  readonly out: () => string
  readonly err: () => string
  /** Whether the output was longer than the maximum, and is not complete. */
  readonly isCut: () => boolean
}

/** @param width of tables, columns; undefined: nothing is cut @param redact takes secrets out of answers of the engine */
export const collectOutput = (width: number | undefined, redact: (answer: unknown) => unknown): CollectedOutput => {
  const out: string[] = []
  const err: string[] = []
  const decoder = new TextDecoder()
  let length = 0
  let isCut = false
  const add = (text: string): Promise<void> => {
    const room = maxCollected - length
    isCut ||= text.length > room
    if (room > 0) out.push(text.slice(0, room))
    length += text.length
    return Promise.resolve()
  }
  const terminal: Terminal = {
    width,
    redact,
    errorWidth: undefined,
    colors: pc.createColors(false),
    errorColors: pc.createColors(false),
    print: add,
    printData: (data) => add(typeof data === 'string' ? data : decoder.decode(data, { stream: true })),
    printError: (text) => {
      err.push(text)
    },
    hurry: () => undefined,
    allPrinted: () => Promise.resolve(),
    confirm: undefined,
  }
  return { terminal, out: () => out.join(''), err: () => err.join(''), isCut: () => isCut }
}
