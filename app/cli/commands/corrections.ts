/** strata ledger correct, undo, corrections: a person says what a record is, and takes it back. */
import { basename, resolve } from 'node:path'
import { Command } from 'commander'
import { StrataError } from '../../model/failure.ts'
import { countOf } from '../../model/format/count.ts'
import { recordClasses, type RecordClass } from '../../model/record-class.ts'
import { jsonText } from '../text/failure-text.ts'
import { correctedText, correctionsText } from '../text/ledger-text.ts'
import type { Strata } from '../run-with-engine.ts'
import type { RunCommand } from './command.ts'
import { choiceArgument } from '../choices.ts'

interface RecordPlace {
  readonly sourceId: string
  readonly line: number
  /** The file of the source, and how many lines it has. */
  readonly file: string
  readonly lines: number
}

const placeHint = 'FILE:LINE as strata ledger prints it; a part of FILE is enough'

const filesListed = 'strata sql "SELECT file FROM sources"'
const recordsListed = 'strata ledger --type user'
const fewestLetters = 4

/** Whether a name is the beginning of a file's, with or without the file's ending. */
const beginsWith = (file: string, name: string): boolean => {
  const stem = name.replace(/\.jsonl$/i, '')
  return stem.length >= fewestLetters && file.startsWith(stem)
}

/** @throws StrataError invalid-input, not-found, ambiguous-id */
const placeOf = async ({ ask }: Strata, text: string): Promise<RecordPlace> => {
  const [, name = '', line = ''] = /^(.+):([1-9]\d{0,9})$/s.exec(text) ?? []
  if (name === '') throw new StrataError('invalid-input', `“${text}” is not the place of a record: give ${placeHint}`, { text })
  const sources = await ask('sources.list', {})
  const exact = sources.filter(({ sourceId, path, file }) => [sourceId, path, file].includes(name) || path === resolve(name))
  const ending = exact.length > 0 ? exact : sources.filter(({ path }) => path.endsWith(`/${name}`))
  const found = ending.length > 0 ? ending : sources.filter(({ path }) => beginsWith(basename(path), name))
  const [first, ...others] = found
  if (first === undefined) throw new StrataError('not-found', `No imported file has the name “${name}”`, { text: name, list: filesListed })
  if (others.length > 0) {
    const candidates = found.map(({ path }) => path)
    throw new StrataError('ambiguous-id', `“${name}” is ambiguous: ${candidates.join(', ')}`, { text: name, candidates })
  }
  return { sourceId: first.sourceId, line: Number(line), file: first.file, lines: first.lines }
}

/** @throws StrataError not-found, with the file as people know it */
const correct = async ({ ask }: Strata, { file, lines, ...place }: RecordPlace, given: RecordClass, reason: string | undefined) => {
  try {
    return await ask('record.correct', { ...place, class: given, ...(reason === undefined ? {} : { reason }) })
  } catch (thrown) {
    if (!(thrown instanceof StrataError) || thrown.code !== 'not-found') throw thrown
    const message =
      place.line > lines ? `${file} has only ${countOf(lines, 'line')}` : `Line ${place.line} of ${file} contains no record to correct`
    throw new StrataError('not-found', message, { ...place, file, lines, list: recordsListed }, thrown)
  }
}

export const correctCommand = (run: RunCommand): Command =>
  new Command('correct')
    .description('Correct the class of a record; all counts follow')
    .argument('<record>', placeHint)
    .addArgument(choiceArgument('<class>', 'class of the record', recordClasses))
    .option('--reason <text>', 'reason, stored with the correction')
    .action((record: string, given: RecordClass, { reason }: { readonly reason?: string }) =>
      run.withEngine(async (strata) => {
        const answer = await correct(strata, await placeOf(strata, record), given, reason)
        await strata.terminal.print(strata.json ? jsonText({ record: answer }) : correctedText(answer))
        return undefined
      }),
    )

export const undoCommand = (run: RunCommand): Command =>
  new Command('undo')
    .description('Remove a correction; the rule decides again')
    .argument('<record>', placeHint)
    .action((record: string) =>
      run.withEngine(async (strata) => {
        const { sourceId, line } = await placeOf(strata, record)
        const answer = await strata.ask('record.correct', { sourceId, line, class: null })
        await strata.terminal.print(strata.json ? jsonText({ record: answer }) : correctedText(answer))
        return undefined
      }),
    )

export const correctionsCommand = (run: RunCommand): Command =>
  new Command('corrections')
    .description('List all corrections, with the class by rule')
    .option('--session <id>', 'session to include')
    .action((_options: unknown, command: Command) =>
      run.withEngine(async ({ ask, json, terminal }) => {
        const { session } = command.optsWithGlobals<{ readonly session?: string }>()
        const corrections = await ask('corrections.list', session === undefined ? {} : { sessionId: session })
        await terminal.print(json ? jsonText({ corrections }) : correctionsText(corrections, terminal))
        return undefined
      }),
    )
