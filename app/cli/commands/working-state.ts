/** strata activate, deactivate, demote, pin --on, unpin --on: the working state of a fork. */
import type { CallInput } from '../../contract/calls.ts'
import type { StateChange } from '../../contract/session-state.ts'
import { jsonText } from '../text/failure-text.ts'
import { pinnedText } from '../text/object-text.ts'
import { printableLine } from '../text/printable.ts'
import type { Strata } from '../run-with-engine.ts'
import type { DefineCommand, RunCommand } from './command.ts'
import type { Command } from 'commander'

type Change = CallInput<'state.change'>['change']

const levelTexts = { active: 'active', metadata: 'in the metadata pool', indexed: 'in the session index alone' } as const

const changeText = ({ objectId, on, level, pinned, changed }: StateChange): string => {
  const state = pinned ? 'pinned' : levelTexts[level]
  return `${printableLine(objectId)} is ${changed ? '' : 'already '}${state} on ${printableLine(on)}\n`
}

export const changeState = async ({ ask, json, terminal }: Strata, objectId: string, on: string, change: Change): Promise<undefined> => {
  const done = await ask('state.change', { objectId, on, change })
  await terminal.print(json ? jsonText(done) : changeText(done))
  return undefined
}

export const onOption = ['--on <fork>', 'fork or captured session whose state changes'] as const
export const objectArgument = 'id of an object, or a unique prefix; of a file also its path'

const define = (command: Command, run: RunCommand, change: Change, example: string): Command =>
  command
    .argument('<id>', objectArgument)
    .requiredOption(...onOption)
    .addHelpText('after', `\nExample:\n  ${example}`)
    .action((id: string, { on }: { readonly on: string }) => run.withEngine((strata) => changeState(strata, id, on, change)))

export const activateCommand: DefineCommand = (command, run) =>
  define(command, run, 'activate', 'strata activate toolu_01Ab --on try-again   its output is in the context again')

export const deactivateCommand: DefineCommand = (command, run) =>
  define(command, run, 'deactivate', 'strata deactivate src/parser.ts --on try-again   one line of it stays')

export const demoteCommand: DefineCommand = (command, run) =>
  define(command, run, 'demote', 'strata demote toolu_01Ab --on try-again   not even one line of it stays')

/** A pin of a commit, not of an object. */
export const pinCommit = async ({ ask, json, terminal }: Strata, commitId: string, pinned: boolean): Promise<undefined> => {
  const detail = await ask('commit.pin', { commitId, pinned })
  await terminal.print(json ? jsonText(detail) : `${detail.commit.commitId} is ${detail.commit.pinned ? 'pinned' : 'not pinned'}\n`)
  return undefined
}

export const unpinCommand: DefineCommand = (command, run) =>
  command
    .argument('<id>', `${objectArgument}; without --on, a commit, ref or session`)
    .option(...onOption)
    .addHelpText('after', '\nExamples:\n  strata unpin toolu_01Ab --on try-again\n  strata unpin ctx-1a2b3c4d')
    .action((id: string, { on }: { readonly on?: string }) =>
      run.withEngine((strata) => (on === undefined ? pinCommit(strata, id, false) : changeState(strata, id, on, 'unpin'))),
    )

/** Lists the pinned objects of a fork. */
export const listPinned = async ({ ask, json, terminal }: Strata, on: string): Promise<undefined> => {
  const page = await ask('objects.list', { at: on, state: 'pinned' })
  await terminal.print(json ? jsonText(page) : pinnedText(page, on))
  return undefined
}
