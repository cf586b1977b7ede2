/** What a question names exactly: files, symbols, errors. */
import { canonicalPath, pathsIn, symbolsIn } from '../backtest/named-in.ts'
import { oneLine } from '../model/format/one-line.ts'
import type { RecallQuestion } from './candidate.ts'

export interface Named {
  readonly paths: readonly string[]
  readonly symbols: readonly string[]
  /** Lines that report an error, in lower case, without numbers. */
  readonly errors: readonly string[]
}

const reportsError = /\b(?:error|exception|fatal|panic|traceback|failed|cannot|undefined|not found|no such)\b/i
const errorLength = { least: 16, most: 120 } as const

/** The same for two runs of a program: without numbers and quotes. */
export const plainError = (text: string): string => oneLine(text).toLowerCase().replaceAll(/\d+/g, '0').replaceAll(/["'`]/g, '')

const errorsIn = (text: string): readonly string[] =>
  text
    .split('\n')
    .filter((line) => reportsError.test(line) && line.trim().length >= errorLength.least)
    .map((line) => plainError(line).slice(0, errorLength.most))

/** Names that files of any project have. */
const common =
  /^(?:readme|changelog|license|contributing|claude|agents|todo|package|index|main|mod|lib|app|test|config|settings|makefile|dockerfile|requirements|setup|utils?)(?:\.\w+)*$/i

export const namedBy = ({ prompt, files, cwd }: Pick<RecallQuestion, 'prompt' | 'files' | 'cwd'>): Named => ({
  paths: [
    ...new Set([
      ...files.map((file) => canonicalPath(file, cwd ?? undefined)),
      ...[...pathsIn(prompt, cwd ?? undefined)].filter((path) => !common.test(path)),
    ]),
  ],
  symbols: [...symbolsIn(prompt)],
  errors: errorsIn(prompt),
})

/** Files that a text names. */
export const pathsNamed = (text: string): readonly string[] => [...pathsIn(text, undefined)]

/** Whether one path is the other, or its end. */
export const isSamePath = (one: string, other: string): boolean => one === other || one.endsWith(`/${other}`) || other.endsWith(`/${one}`)
