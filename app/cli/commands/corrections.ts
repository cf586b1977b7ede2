/** strata ledger correct, undo, corrections: a person says what a record is, and takes it back. */
import { Command } from 'commander'
import { StrataError } from '../../model/failure.ts'
import { countOf } from '../../model/format/count.ts'
import { recordClasses, type RecordClass } from '../../model/record-class.ts'
import { jsonText } from '../text/failure-text.ts'
import { correctedText, correctionsText } from '../text/ledger-text.ts'
import type { Strata } from '../run-with-engine.ts'
import type { RunCommand } from './command.ts'
import { choiceArgument } from '../choices.ts'
import { placeHint, recordPlace, type RecordPlace } from '../record-place.ts'

const recordsListed = 'strata ledger --type user'

/** @throws StrataError not-found, with the file as people know it */
const correct = async (
  { ask }: Strata,
  { file, fileLine, lines, ...place }: RecordPlace,
  given: RecordClass,
  reason: string | undefined,
) => {
  try {
    return await ask('record.correct', { ...place, class: given, ...(reason === undefined ? {} : { reason }) })
  } catch (thrown) {
    if (!(thrown instanceof StrataError) || thrown.code !== 'not-found') throw thrown
    const message =
      fileLine > lines ? `${file} has only ${countOf(lines, 'line')}` : `Line ${fileLine} of ${file} contains no record to correct`
    throw new StrataError('not-found', message, { ...place, file, lines, list: recordsListed }, thrown)
  }
}

/** A correction whose record is gone is named by the line that it had. @throws StrataError not-found */
const undo = async ({ ask }: Strata, { sourceId, line, fileLine }: RecordPlace) => {
  try {
    return await ask('record.correct', { sourceId, line, class: null })
  } catch (thrown) {
    if (line === fileLine || !(thrown instanceof StrataError) || thrown.code !== 'not-found') throw thrown
    return ask('record.correct', { sourceId, line: fileLine, class: null })
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
        const answer = await correct(strata, await recordPlace(strata, record), given, reason)
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
        const answer = await undo(strata, await recordPlace(strata, record))
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
