/** Answers a tool call: runs its command, redacts what it printed, and gives one page of it. */
import { privateWords } from '../../engine/kernel/settings.ts'
import { countText } from '../text/format.ts'
import { redactAnswer } from '../../secrets/redact-answer.ts'
import { Redactor } from '../../secrets/redactor.ts'
import { exitCodes } from '../exit-codes.ts'
import type { Terminal } from '../terminal.ts'
import { collectOutput } from './collected-output.ts'

export const defaultPage = 20_000
export const maxPage = 100_000

/** A stretch of an answer, UTF-16 code units. */
export interface Page {
  readonly offset: number
  readonly length: number
}

export interface ToolAnswer {
  readonly text: string
  readonly isError: boolean
}

/** What is run for a tool. */
export interface CommandLine {
  readonly args: readonly string[]
  /** Width of tables in columns; undefined: unlimited. */
  readonly width: number | undefined
}

/** Runs `strata` with arguments and gives its exit code. */
export type RunArguments = (args: readonly string[], terminal: Terminal) => Promise<number>

/** The stretch of a page, moved so that it neither begins nor ends within a character. It is empty only after the end. */
const stretchOf = (whole: string, { offset, length }: Page): { readonly from: number; readonly to: number } => {
  const isInside = (at: number): boolean => /[\udc00-\udfff]/.test(whole.charAt(at))
  const from = isInside(offset) ? offset - 1 : offset
  const end = Math.min(whole.length, Math.max(from + 1, offset + length))
  const to = isInside(end) ? (end - 1 > from ? end - 1 : end + 1) : end
  return { from, to }
}

/** A page of an answer, with the offset of the next one. */
export const pageText = (whole: string, page: Page): string => {
  if (page.offset > 0 && page.offset >= whole.length) return `[the answer has ${countText(whole.length)} characters]`
  const { from, to } = stretchOf(whole, page)
  if (to >= whole.length) return whole.slice(from).trimEnd()
  return `${whole.slice(from, to)}\n\n[characters ${countText(from)} to ${countText(to)} of ${countText(whole.length)}; the next: offset ${to}]`
}

/**
 * What the engine answers is redacted before the command shortens it, and what the command prints is redacted as a whole and then cut, so that
 * no page holds a part of a secret. An output that is longer than what can be
 * collected is no answer: a secret could lie across its end.
 * @param storeDir its settings name the private words
 */
export const answerTool = async (run: RunArguments, storeDir: string, { args, width }: CommandLine, page: Page): Promise<ToolAnswer> => {
  // Lines have numbers and are counted and compared: those of a secret remain lines.
  const redactor = new Redactor(privateWords(storeDir), [], [], true)
  const output = collectOutput(width, (answer) => redactAnswer(redactor, answer))
  const code = await run(['--store', storeDir, '--quiet', ...args], output.terminal)
  if (output.isCut()) return { text: 'The answer is longer than 8 million characters. Ask for less of it.', isError: true }
  const shown = pageText(redactor.text(output.out()), page)
  const notes = redactor.text(output.err()).trim()
  const text = [shown, notes].filter((part) => part !== '').join('\n\n')
  return { text: text === '' ? 'No output.' : text, isError: code !== exitCodes.success && code !== exitCodes.faults }
}
