/** strata checkpoint: makes a commit. */
import { Command } from 'commander'
import type { CallInput } from '../../contract/calls.ts'
import type { CommitDetail } from '../../contract/commits.ts'
import { namedOrCurrent } from '../current-commit.ts'
import { jsonText } from '../text/failure-text.ts'
import { logLine } from '../text/log-line.ts'
import type { Strata } from '../run-with-engine.ts'
import { readInput } from '../read-input.ts'
import { wholeNumber, type RunCommand } from './command.ts'

interface Options {
  readonly format: string
  readonly parent?: string
  readonly onto?: string
  readonly artifact?: string
  readonly type: string
  readonly trigger: string
  readonly template?: string
  readonly principal?: string
  readonly machine?: string
  readonly session?: string
  readonly ticket?: string
  readonly thread?: string
  readonly summary?: string
  readonly messages?: number
  readonly tokens?: number
  readonly at?: string
}

type Input = CallInput<'commit.checkpoint'>

/** The option of each field of the call. */
const fields: readonly (readonly [keyof Input, keyof Options])[] = [
  ['format', 'format'],
  ['parent', 'parent'],
  ['onto', 'onto'],
  ['artifactRef', 'artifact'],
  ['commitType', 'type'],
  ['checkpoint', 'trigger'],
  ['template', 'template'],
  ['principal', 'principal'],
  ['machine', 'machine'],
  ['sessionId', 'session'],
  ['ticketId', 'ticket'],
  ['threadId', 'thread'],
  ['summary', 'summary'],
  ['messageCount', 'messages'],
  ['tokenCount', 'tokens'],
  ['createdAt', 'at'],
]

const inputOf = async (file: string | undefined, options: Options): Promise<Input> => {
  const given: Record<string, unknown> = Object.fromEntries(
    fields.flatMap(([field, option]) => (options[option] === undefined ? [] : [[field, options[option]]])),
  )
  if (options.onto === undefined) {
    const parent = await namedOrCurrent(options.parent)
    if (parent !== undefined) given['parent'] = parent
  }
  const isRead = file !== undefined || options.artifact === undefined
  return { ...given, ...(isRead ? { bytes: await readInput(file ?? '-') } : {}) }
}

/** Any bytes may be committed; that nobody can read them as what they are called is better known now than later. */
const doubtOf = async (ask: Strata['ask'], { commit, record }: CommitDetail): Promise<string> => {
  if (record.message_count !== undefined) return ''
  const known = (await ask('formats.list', {})).map(({ id }) => id)
  if (!known.includes(record.format))
    return `Strata does not know the format ${record.format}: the commit is kept as bytes, without events.\n`
  return `What it holds cannot be read as ${record.format}; strata materialize ${commit.commitId} tells where. It is kept as it is.\n`
}

const examples = `
Examples:
  strata checkpoint turn.cbor --format events-v1 --session s1 --template gardener
  strata checkpoint turn.cbor --format events-v1 --onto try-again      the fork moves to it
  cat lines.jsonl | strata checkpoint --format claude-code-v1 --parent ctx-1a2b3c4d
  strata checkpoint --artifact art-1a2b3c4d5e6f --format events-v1 --type snapshot`

export const checkpointCommand = (run: RunCommand): Command =>
  new Command('checkpoint')
    .description('make a commit from the bytes of a file, of standard input, or of an artifact')
    .argument('[file]', 'what it holds; left out or -: standard input')
    .requiredOption('--format <id>', 'what the bytes are: events-v1, bureau-agent-v1, claude-code-v1, or any other name')
    .option(
      '--parent <commit>',
      'the commit to continue from; left out: a new chain begins, or, within a captured agent, what it knows now',
    )
    .option('--onto <fork>', 'a fork to continue from; it moves to the new commit')
    .option('--artifact <ref>', 'an artifact that the store has, instead of bytes')
    .option('--type <type>', 'delta, compaction or snapshot', 'delta')
    .option('--trigger <why>', 'turn_boundary, tool_call, compaction, session_end or explicit', 'explicit')
    .option('--template <ref>', 'what kind of agent it is of')
    .option('--principal <who>', 'who ran the agent')
    .option('--machine <id>', 'where it ran')
    .option('--session <id>', 'the session it belongs to')
    .option('--ticket <id>', 'the ticket that was worked on')
    .option('--thread <id>', 'the conversation it is part of')
    .option('--summary <text>', 'what it is about; left out: the rule says')
    .option('--messages <n>', 'how many messages it holds; left out: they are counted', wholeNumber)
    .option('--tokens <n>', 'how many tokens it holds', wholeNumber)
    .option('--at <time>', 'when it was made, such as 2026-01-31T10:00:00+01:00; left out: now')
    .addHelpText('after', examples)
    .action((file: string | undefined, options: Options) =>
      run.withEngine(async ({ ask, json, terminal }) => {
        const detail = await ask('commit.checkpoint', await inputOf(file, options))
        terminal.printError(await doubtOf(ask, detail))
        await terminal.print(json ? jsonText(detail) : `${logLine(detail.commit, terminal, 0)}\n`)
        return undefined
      }, 'create'),
    )
