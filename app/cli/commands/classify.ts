/** strata reasoning classify: a program of the person says what thoughts and responses are. */
import { Command } from 'commander'
import type { TextToGuess, UnguessedSession } from '../../contract/reasoning.ts'
import { askModel, type AskedProgram } from '../../engine/reasoning/ask-model.ts'
import { countOf } from '../../model/format/count.ts'
import { agentWords } from '../agent-words.ts'
import { exitCodes } from '../exit-codes.ts'
import type { Strata } from '../run-with-engine.ts'
import { jsonText } from '../text/failure-text.ts'
import { countText } from '../text/format.ts'
import { printableLine } from '../text/printable.ts'
import { wholeNumber, type RunCommand } from './command.ts'

const notes = `
The program gets instructions and texts of one session on its standard input, without secrets and private words, at most 60 texts and about
60,000 characters at a time, and prints JSON. Nothing else is sent: Strata itself opens no connection. Its answers are guesses of that model:
they are in the table thinking_guesses, apart from the types by rules, which stay. Texts that have an answer of the model are not sent again.

Examples:
  strata reasoning classify --agent 'claude -p --model haiku' --model haiku --model-version 4.5 --limit 5
  strata reasoning classify --agent ./classify.sh --model local --session 1a2b
  strata sql "SELECT model, type, count(*) FROM thinking_guesses GROUP BY ALL"`

interface Options {
  readonly agent: string
  readonly model: string
  readonly modelVersion?: string
  readonly session?: string
  readonly limit: number
  readonly timeLimit: number
  readonly dryRun?: boolean
}

interface Tally {
  sessions: number
  requests: number
  texts: number
  guesses: number
  missing: number
  readonly faults: Set<string>
}

type Model = { readonly model: string; readonly modelVersion: string }

const noteRequest = (
  tally: Tally,
  texts: readonly TextToGuess[],
  { guesses, missing, faults }: Awaited<ReturnType<typeof askModel>>,
): void => {
  tally.requests += 1
  tally.texts += texts.length
  tally.guesses += guesses.length
  tally.missing += missing
  for (const fault of faults) tally.faults.add(fault)
}

/** Until nothing of the session is left, or a text has no answer. @returns false: an answer was of no use */
const classifySession = async (
  { ask }: Strata,
  { sessionId }: UnguessedSession,
  model: Model,
  program: AskedProgram,
  tally: Tally,
): Promise<boolean> => {
  for (;;) {
    const texts = await ask('reasoning.textsToGuess', { ...model, sessionId })
    if (texts.length === 0) return true
    const answer = await askModel(program, texts)
    noteRequest(tally, texts, answer)
    const guesses = answer.guesses.flatMap(({ id, type, summary }) => {
      const asked = texts[Number(id) - 1]
      return asked === undefined
        ? []
        : [{ sourceId: asked.sourceId, line: asked.line, block: asked.block, textHash: asked.textHash, type, summary }]
    })
    if (guesses.length > 0) await ask('reasoning.storeGuesses', { ...model, sessionId, guesses })
    // What has no answer would be asked again and again.
    if (answer.missing > 0) return guesses.length > 0
  }
}

const tallyText = ({ sessions, requests, texts, guesses, missing, faults }: Tally): string => {
  const sum = `${countOf(texts, 'text')} of ${countOf(sessions, 'session')} in ${countOf(requests, 'request')}: ${countOf(guesses, 'type')} stored\n`
  const without = missing === 0 ? '' : `${countOf(missing, 'text')} without a type in the answers: run the command again to ask for them.\n`
  return `${sum}${without}${[...faults].map((fault) => `Not used: ${fault}.\n`).join('')}`
}

const classify = async (strata: Strata, options: Options): Promise<number | undefined> => {
  const { ask, json, terminal, untilStopped } = strata
  const { session, limit, timeLimit, dryRun = false } = options
  const model = { model: options.model, modelVersion: options.modelVersion ?? '' }
  const words = agentWords(options.agent)
  const all = await ask('reasoning.unguessed', { ...model, ...(session === undefined ? {} : { sessionId: session }) })
  const chosen = all.slice(0, limit)
  const sum = (of: 'texts' | 'chars'): number => chosen.reduce((total, one) => total + one[of], 0)
  const what = `${countOf(sum('texts'), 'text')} of ${countOf(chosen.length, 'session')}, ${countText(sum('chars'))} characters`
  const left = all.length > chosen.length ? `; ${countOf(all.length - chosen.length, 'further session')} (--limit)` : ''
  if (dryRun) {
    await terminal.print(json ? jsonText({ sessions: chosen, left: all.length - chosen.length }) : `Would be sent: ${what}${left}\n`)
    return undefined
  }
  terminal.printError(`strata: sending ${what} to ${printableLine(words[0] ?? '')}${left}\n`)
  const controller = new AbortController()
  void untilStopped().then(() => controller.abort())
  const program = { words, env: process.env, limitMs: timeLimit * 1000, signal: controller.signal }
  const tally: Tally = { sessions: 0, requests: 0, texts: 0, guesses: 0, missing: 0, faults: new Set() }
  for (const one of chosen) {
    const isOfUse = await classifySession(strata, one, model, program, tally)
    tally.sessions += 1
    // It would be sent the texts of all other sessions too.
    if (!isOfUse) break
  }
  await terminal.print(json ? jsonText({ ...model, ...tally, faults: [...tally.faults] }) : tallyText(tally))
  return tally.missing > 0 || tally.faults.size > 0 ? exitCodes.faults : undefined
}

export const classifyCommand = (run: RunCommand): Command =>
  new Command('classify')
    .description('Ask a program, such as a model, what thoughts and responses are')
    .requiredOption('--agent <command>', 'program with arguments; the texts are its standard input')
    .requiredOption('--model <name>', 'name of the model, stored with its answers')
    .option('--model-version <version>', 'its version')
    .option('--session <session>', 'only this session')
    .option('-n, --limit <n>', 'maximum number of sessions, the newest first', wholeNumber, 20)
    .option('--time-limit <seconds>', 'limit of each request', wholeNumber, 600)
    .option('--dry-run', 'only say what would be sent')
    .addHelpText('after', notes)
    .action((options: Options) => run.withEngine((strata) => classify(strata, options)))
