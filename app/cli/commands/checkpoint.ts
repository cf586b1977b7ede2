/** strata checkpoint: makes a commit. */
import type { CallInput } from '../../contract/calls.ts'
import type { CommitDetail } from '../../contract/commits.ts'
import { namedOrCurrent } from '../current-commit.ts'
import { jsonText } from '../text/failure-text.ts'
import { logLine } from '../text/log-line.ts'
import type { Strata } from '../run-with-engine.ts'
import { readInput } from '../read-input.ts'
import { wholeNumber, type DefineCommand } from './command.ts'

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

/** Any bytes may be committed; a warning about bytes that do not fit the named format is more useful now than later. */
const doubtOf = async (ask: Strata['ask'], { commit, record }: CommitDetail): Promise<string> => {
  if (record.message_count !== undefined) return ''
  const known = (await ask('formats.list', {})).map(({ id }) => id)
  if (!known.includes(record.format)) return `Unknown format ${record.format}: the commit is stored as bytes, without events.\n`
  return `Cannot read the content as ${record.format}; it is stored unchanged. For details: strata materialize ${commit.commitId}\n`
}

const examples = `
Examples:
  strata checkpoint turn.cbor --format events-v1 --session s1 --template gardener
  strata checkpoint turn.cbor --format events-v1 --onto try-again      moves the fork
  cat lines.jsonl | strata checkpoint --format claude-code-v1 --parent ctx-1a2b3c4d
  strata checkpoint --artifact art-1a2b3c4d5e6f --format events-v1 --type snapshot`

export const checkpointCommand: DefineCommand = (command, run) =>
  command
    .argument('[file]', 'file with the content (default: -, standard input)')
    .requiredOption('--format <id>', 'events-v1, bureau-agent-v1, claude-code-v1, or another name')
    .option('--parent <commit>', "parent (default: none, or a captured agent's current commit)")
    .option('--onto <fork>', 'fork to continue from and to move to the new commit')
    .option('--artifact <ref>', 'stored artifact to use as content')
    .option('--type <type>', 'delta, compaction or snapshot', 'delta')
    .option('--trigger <why>', 'turn_boundary, tool_call, compaction, session_end or explicit', 'explicit')
    .option('--template <ref>', 'kind of agent')
    .option('--principal <who>', 'who ran the agent')
    .option('--machine <id>', 'where it ran')
    .option('--session <id>', 'session of the commit')
    .option('--ticket <id>', 'ticket the agent worked on')
    .option('--thread <id>', 'thread of the commit')
    .option('--summary <text>', 'summary (default: by rule)')
    .option('--messages <n>', 'number of messages (default: counted)', wholeNumber)
    .option('--tokens <n>', 'number of tokens', wholeNumber)
    .option('--at <time>', 'time, such as 2026-01-31T10:00:00+01:00 (default: now)')
    .addHelpText('after', examples)
    .action((file: string | undefined, options: Options) =>
      run.withEngine(async ({ ask, json, terminal }) => {
        const detail = await ask('commit.checkpoint', await inputOf(file, options))
        terminal.printError(await doubtOf(ask, detail))
        await terminal.print(json ? jsonText(detail) : `${logLine(detail.commit, terminal, 0)}\n`)
        return undefined
      }, 'create'),
    )
