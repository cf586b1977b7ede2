/** strata assemble: the context that an agent would be given next, as JSON. */
import { resolve } from 'node:path'
import { agentRoles, type AgentRole } from '../../contract/assemble.ts'
import type { CallInput } from '../../contract/calls.ts'
import { StrataError } from '../../model/failure.ts'
import { maxRecallTokens } from '../../model/recall.ts'
import { choiceOption } from '../choices.ts'
import { givenPolicy } from '../given-policy.ts'
import { readInput } from '../read-input.ts'
import { jsonText } from '../text/failure-text.ts'
import { recallBudget, tokenBudget, type DefineCommand } from './command.ts'

interface Options {
  readonly role: AgentRole
  readonly model?: string
  readonly workspace?: string
  readonly persona?: string
  readonly event?: string
  readonly message?: string
  readonly budget?: number
  readonly refused?: boolean
  readonly fork?: string
  readonly policy?: string
  readonly recall?: number
}

type Input = CallInput<'context.assemble'>

const notes = `
Layer 1 is the system prompt: files of the workspace (AGENTS.md, CLAUDE.md, .claude/rules), of the persona (IDENTITY.md, SOUL.md, USER.md,
PERMISSIONS.md), capabilities and the machine. Without --workspace it is the system prompt as recorded. Layer 2 is the conversation since its
newest compaction; layer 3 the event. A context that is over its budget is compacted to 60 % of what is available: old tool results become
references, then the oldest turns one line each; system prompt, event and the last three turns stay.

--policy chooses the history in another way: a policy of strata backtest, by its name (strata backtest --list) or as a JSON file. It takes
what the budget leaves beside the other layers, and may shorten the last turns.

--recall quotes what other sessions of the repository say about the message (strata recall) beside it, and nothing where nothing fits. It is
the first that a context over its budget loses.

An event is JSON: content, and optionally time, timezone, platform, platformActions, hooks [{name, content}], attachments, source. Other text
is its content.

Examples:
  strata assemble 4f2a --message "continue"                    what the agent of a session would be given next
  strata assemble 4f2a --workspace . --role worker --event task.json --budget 50k
  strata assemble 4f2a --budget 50k --fork shorter             the compaction becomes a commit, on a new fork
  strata assemble 4f2a --message "fix the parser" --recall 1000   with what other sessions say about it
  strata assemble 4f2a --policy short.json --budget 50k        what a policy would show
  strata assemble 4f2a | jq .tokenBudget`

const eventIn = (text: string): NonNullable<Input['event']> => {
  try {
    const value: unknown = JSON.parse(text)
    // The engine checks its fields.
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as NonNullable<Input['event']>
  } catch {
    // Other text is a message.
  }
  return { content: text }
}

/** @throws StrataError path-unreadable, invalid-input */
const eventOf = async ({ event, message }: Options): Promise<Input['event']> => {
  if (event !== undefined && message !== undefined)
    throw new StrataError('invalid-input', 'Cannot combine --event and --message: the event contains the message')
  if (event === undefined && message === undefined) return undefined
  const given = message === undefined ? eventIn((await readInput(event ?? '-')).toString('utf8')) : { content: message }
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  return { time: new Date().toISOString(), timezone: timeZone, ...given }
}

export const assembleCommand: DefineCommand = (command, run) =>
  command
    .argument('<commit>', 'commit, ref, fork or session')
    .addOption(choiceOption('--role <role>', 'role of the agent', agentRoles).default('unified'))
    .option('--model <model>', 'model that the context is for (default: the one that answered last)')
    .option('--workspace <folder>', 'folder with AGENTS.md, CLAUDE.md and rules (default: the recorded system prompt)')
    .option('--persona <folder>', 'folder with IDENTITY.md, SOUL.md, USER.md and PERMISSIONS.md')
    .option('--event <file>', 'what happens now, as JSON or text; - reads standard input')
    .option('--message <text>', 'the message of the event')
    .option('--budget <tokens>', 'most tokens of all three layers', tokenBudget)
    .option('--recall <tokens>', `what other sessions say about the message, in at most ${maxRecallTokens} tokens`, recallBudget)
    .option('--refused', 'the model refused the context before: compact to 40 % of what is available')
    .option('--policy <policy>', 'policy that chooses the history: a name, or a JSON file as strata backtest reads it')
    .option('--fork <name>', 'fork for the compaction, which becomes a commit')
    .addHelpText('after', notes)
    .action((commitId: string, options: Options) =>
      run.withEngine(async ({ ask, terminal }) => {
        const { role, model, workspace, persona, budget, recall, refused, fork } = options
        if (fork !== undefined && options.policy !== undefined)
          throw new StrataError(
            'invalid-input',
            'Cannot combine --fork and --policy: a commit stores a compaction, and a policy makes none',
          )
        const policy = options.policy === undefined ? undefined : await givenPolicy(options.policy)
        const event = await eventOf(options)
        const input = {
          commitId,
          role,
          ...(model === undefined ? {} : { model }),
          ...(workspace === undefined ? {} : { workspace: resolve(workspace) }),
          ...(persona === undefined ? {} : { persona: resolve(persona) }),
          ...(event === undefined ? {} : { event }),
          ...(budget === undefined ? {} : { budget }),
          ...(recall === undefined ? {} : { recall }),
          isRefused: refused === true,
        }
        if (fork === undefined) {
          await terminal.print(jsonText(await ask('context.assemble', policy === undefined ? input : { ...input, policy })))
          return undefined
        }
        const { assembled, commitId: compaction, fork: name } = await ask('context.compact', { ...input, fork })
        if (compaction === null) terminal.printError(`The context fits without a compaction: the fork ${fork} was not made.\n`)
        await terminal.print(jsonText({ ...assembled, compaction: compaction === null ? null : { commitId: compaction, fork: name } }))
        return undefined
      }),
    )
