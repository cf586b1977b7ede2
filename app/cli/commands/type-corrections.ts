/** strata reasoning correct, undo, corrections: a person says what a text decides, drops or weighs, and takes it back. */
import { Command } from 'commander'
import { thinkingTypes, type ThinkingType } from '../../model/reasoning.ts'
import { choiceArgument } from '../choices.ts'
import type { Strata } from '../run-with-engine.ts'
import { jsonText } from '../text/failure-text.ts'
import { correctedTypeText, typeCorrectionsText } from '../text/reasoning-text.ts'
import type { RunCommand } from './command.ts'

const eventHint = 'id of the text, or its beginning: strata search --reasoning decision prints it'

const put = async ({ ask, json, terminal }: Strata, eventId: string, type: ThinkingType | null, reason?: string): Promise<undefined> => {
  const hit = await ask('reasoning.correct', { eventId, type, ...(reason === undefined ? {} : { reason }) })
  await terminal.print(json ? jsonText({ text: hit }) : correctedTypeText(hit))
  return undefined
}

export const correctTypeCommand = (run: RunCommand): Command =>
  new Command('correct')
    .description('Correct the type of a text; raw: it is none of the others')
    .argument('<text>', eventHint)
    .addArgument(choiceArgument('<type>', 'type of the text', thinkingTypes))
    .option('--reason <text>', 'reason, stored with the correction')
    .action((eventId: string, type: ThinkingType, { reason }: { readonly reason?: string }) =>
      run.withEngine((strata) => put(strata, eventId, type, reason)),
    )

export const undoTypeCommand = (run: RunCommand): Command =>
  new Command('undo')
    .description('Remove a correction; the type follows from the words again')
    .argument('<text>', eventHint)
    .action((eventId: string) => run.withEngine((strata) => put(strata, eventId, null)))

export const typeCorrectionsCommand = (run: RunCommand): Command =>
  new Command('corrections')
    .description('List all corrected texts, with the type by rule')
    .option('--session <session>', 'session to include')
    .action(({ session }: { readonly session?: string }) =>
      run.withEngine(async ({ ask, json, terminal }) => {
        const corrections = await ask('reasoning.corrections', session === undefined ? {} : { sessionId: session })
        await terminal.print(json ? jsonText({ corrections }) : typeCorrectionsText(corrections, terminal))
        return undefined
      }),
    )
