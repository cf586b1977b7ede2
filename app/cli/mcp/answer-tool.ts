/** Answers a tool call: runs its command, redacts what it printed, and gives one page of it. */
import { privateWords } from '../../engine/kernel/settings.ts'
import { countText } from '../text/format.ts'
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

/** A page that neither begins nor ends within a character. */
const pageOf = (whole: string, { offset, length }: Page): string => {
  const isInside = (at: number): boolean => /[\udc00-\udfff]/.test(whole.charAt(at))
  const from = isInside(offset) ? offset - 1 : offset
  const to = Math.min(whole.length, from + length)
  return whole.slice(from, isInside(to) ? to - 1 : to)
}

/**
 * The answer is redacted as a whole and then cut, so that no page holds a part of a secret.
 * @param storeDir its settings name the private words
 */
export const answerTool = async (run: RunArguments, storeDir: string, { args, width }: CommandLine, page: Page): Promise<ToolAnswer> => {
  const output = collectOutput(width)
  const code = await run(['--store', storeDir, '--quiet', ...args], output.terminal)
  const redactor = new Redactor(privateWords(storeDir))
  const whole = redactor.text(output.out())
  const notes = redactor.text(output.err()).trim()
  const shown = pageOf(whole, page)
  const end = page.offset + shown.length
  const next =
    end < whole.length
      ? `[characters ${countText(page.offset)} to ${countText(end)} of ${countText(whole.length)}${output.isCut() ? ' or more' : ''}; the next: offset ${end}]`
      : ''
  const text = [shown.trimEnd(), next, notes].filter((part) => part !== '').join('\n\n')
  return { text: text === '' ? 'No output.' : text, isError: code !== exitCodes.success && code !== exitCodes.faults }
}
