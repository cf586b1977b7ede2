/** What a second pass must not see: lines of the test patch, and of what the first pass changed. */
import type { ThinkingRecord } from '../agent-context/thinking-record.ts'
import { nodeOf } from '../agent-context/thinking-record.ts'

/** Shorter lines say nothing about a change: braces, `return`, `else`. */
const minChars = 12
const placeholder = '[a line of the change was here]'

/** Lines that a patch adds, without blanks around them. */
const addedLines = (patch: string): readonly string[] =>
  patch
    .split('\n')
    .filter((line) => line.startsWith('+') && !line.startsWith('+++ '))
    .map((line) => line.slice(1).trim())
    .filter((line) => line.length >= minChars && /\w{2}/.test(line))

const escaped = (text: string): string => JSON.stringify(text).slice(1, -1)

/** A line as it is, in JSON, and in JSON within JSON. */
const formsOf = (line: string): readonly string[] => [...new Set([line, escaped(line), escaped(escaped(line))])]

export interface Guard {
  /** Number of lines that are looked for. */
  readonly lines: number
  /** The text without them. */
  readonly mask: (text: string) => string
  /** How many of them are in a text. */
  readonly countIn: (text: string) => number
}

/** @param prompt what it says the agent is given anyway */
export const guardOf = (patches: readonly string[], prompt: string): Guard => {
  const lines = [...new Set(patches.flatMap(addedLines))].filter((line) => !prompt.includes(line)).sort((a, b) => b.length - a.length)
  const all = lines.map(formsOf)
  const forms = all.flat()
  return {
    lines: lines.length,
    mask: (text) => forms.reduce((left, form) => (left.includes(form) ? left.replaceAll(form, placeholder) : left), text),
    countIn: (text) => all.filter((own) => own.some((form) => text.includes(form))).length,
  }
}

/** An event without the lines; of its calls only files and commands are left. */
export const withoutLeaks = (event: ThinkingRecord, { mask }: Guard): ThinkingRecord => ({
  ...event,
  summary: mask(event.summary),
  raw_thinking: mask(event.raw_thinking),
  model_output: mask(event.model_output),
  prompt_context: mask(event.prompt_context),
  tool_calls: nodeOf(event).tool_calls.map((call) => ({ ...call, input_summary: mask(call.input_summary) })),
})
