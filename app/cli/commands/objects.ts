/** strata objects: what agents had in front of them, in the store, in a session or at a commit. */
import { Command, Option } from 'commander'
import { objectStates, type ObjectDetail, type ObjectState } from '../../contract/session-state.ts'
import { objectTypes, type ObjectType } from '../../model/objects/object-identity.ts'
import { countOf } from '../../model/format/count.ts'
import { choiceOption } from '../choices.ts'
import { jsonText } from '../text/failure-text.ts'
import { aboutText, objectsText } from '../text/object-text.ts'
import { printableLine, visible } from '../text/printable.ts'
import { reportLacking, reportUnreadable } from '../report-unreadable.ts'
import { countFromZero, wholeNumber, type DefineCommand, type RunCommand } from './command.ts'
import { policyOf, policyOptions, type PolicyOptions } from './policy-options.ts'

interface ListOptions extends PolicyOptions {
  readonly type?: ObjectType
  readonly session?: string
  readonly at?: string
  readonly state?: ObjectState
  readonly number: number
  readonly offset: number
}

const notes = `
Options of the list: --type, --session, --at, --state, --policy, -n and others (strata objects list --help).

Types: a file, a call of a tool, and the chat, system prompt and session of each session. A file is the same in all sessions that name
its path on its file system.

States, in a session or at a commit:
  active     in full in the context
  metadata   one line of it is in the context, or would be under a policy
  indexed    met before, and not in the context any more
  pinned     exempt from collapse

Examples:
  strata objects --type file                       files of all sessions, used last first
  strata objects --session 4f2a --state active     what is in the context at the end of a session
  strata objects --at try-again --policy default   the same of a fork, under a policy
  strata objects show chat:4f2a81                  everything that an object contains`

const valueText = (value: unknown): string => visible(typeof value === 'string' ? value : JSON.stringify(value, null, 2))

const detailText = (detail: ObjectDetail): string => {
  const { id, type, source, identityHash, contentHash, sessionId, commitId, payload, unknownBecause, chars } = detail
  const head = [
    `${type} ${printableLine(id)}`,
    ...(source === null ? [] : [`source: ${printableLine(JSON.stringify(source))}`]),
    `identity_hash: ${identityHash}`,
    `content_hash: ${contentHash ?? 'n/a'}`,
    `session: ${printableLine(sessionId)}, commit: ${commitId}`,
    ...(chars === null ? [] : [`size: ${countOf(chars, 'character')}, ${aboutText(detail.aboutTokens)} tokens`]),
    ...(unknownBecause === null ? [] : [`n/a: ${printableLine(unknownBecause)}`]),
  ]
  const fields = Object.entries(payload ?? {})
    .filter(([name]) => name !== 'content')
    .map(([name, value]) => `${printableLine(name)}: ${valueText(value)}`)
  const content = payload?.['content']
  const shown = typeof content === 'string' && content !== '' ? `\n${visible(content)}${content.endsWith('\n') ? '' : '\n'}` : ''
  return `${[...head, ...fields].join('\n')}\n${shown}`
}

const showCommand = (run: RunCommand): Command =>
  new Command('show')
    .description('Print what an object contains, with its hashes')
    .argument('<id>', 'id of an object, or a unique prefix')
    .option('--at <commit>', 'at the end of this commit')
    .action((objectId: string, { at }: { readonly at?: string }) =>
      run.withEngine(async ({ ask, json, terminal }) => {
        const detail = await ask('objects.show', { objectId, ...(at === undefined ? {} : { at }) })
        await terminal.print(json ? jsonText(detail) : detailText(detail))
        return undefined
      }),
    )

const listCommand = (run: RunCommand): Command =>
  policyOptions(
    new Command('list')
      .description('List objects, used last first (default)')
      .addOption(choiceOption('--type <type>', 'type of the objects', objectTypes))
      .addOption(new Option('--session <id>', 'objects of a session, with their states at its end').conflicts('at'))
      .option('--at <commit>', 'objects that the agent met up to a commit, ref or fork')
      .addOption(choiceOption('--state <state>', 'state in the session', objectStates)),
  )
    .option('-n, --number <n>', 'maximum number of objects', wholeNumber, 100)
    .option('--offset <n>', 'objects to skip', countFromZero, 0)
    .action((options: ListOptions) =>
      run.withEngine(async (strata) => {
        const { ask, json, terminal } = strata
        const { type, state, number, offset } = options
        const at = options.session ?? options.at
        const page = await ask('objects.list', {
          ...(type === undefined ? {} : { type }),
          ...(at === undefined ? {} : { at }),
          ...(state === undefined ? {} : { state }),
          ...policyOf(options),
          limit: number,
          offset,
        })
        await terminal.print(json ? jsonText(page) : objectsText(page, terminal))
        return at === undefined ? reportUnreadable(strata) : reportLacking(strata, at)
      }),
    )

export const objectsCommand: DefineCommand = (command, run) =>
  command.addHelpText('after', notes).addCommand(listCommand(run), { isDefault: true }).addCommand(showCommand(run))
