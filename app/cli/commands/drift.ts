/** strata drift: files on disk that differ from the content known at a commit. */
import { resolve } from 'node:path'
import type { DriftState, DriftView } from '../../contract/known-files.ts'
import { countOf } from '../../model/format/count.ts'
import { driftWords } from '../../model/objects/disk-words.ts'
import { driftLine, patchText } from '../text/drift-text.ts'
import { jsonText } from '../text/failure-text.ts'
import type { Terminal } from '../terminal.ts'
import type { DefineCommand } from './command.ts'

const notes = `
Files are looked for where their paths are on this machine; with --root, below DIR in place of the working directory of the session, or
where a checkout put them. Byte order marks and carriage returns are not compared: clients do not show them. Where only some lines are
known, these are compared.

Examples:
  strata drift 4f2a                      since the end of a session
  strata drift 4f2a -p                   with diffs
  strata drift ctx-1a2b --root ~/clone   another copy of the folder`

/** In the order in which they are listed; the others are counted. */
const listed: readonly DriftState[] = ['changed', 'deleted', 'created', 'unreadable']

const driftText = ({ files, counts }: DriftView, terminal: Terminal): string => {
  const rows = listed.flatMap((state) => files.filter((file) => file.state === state))
  const lines = rows.map((file) => `${driftLine(file, terminal)}\n${patchText(file, terminal)}`)
  const differing = listed.reduce((sum, state) => sum + counts[state], 0)
  const rest = (['unchanged', 'unknown', 'elsewhere'] as const).filter((state) => counts[state] > 0)
  const parts = [`${differing} ${differing === 1 ? 'differs' : 'differ'}`, ...rest.map((state) => `${counts[state]} ${driftWords[state]}`)]
  const missing = files.filter(({ state, note }) => state === 'elsewhere' && note !== null)
  const why = missing[0] === undefined ? '' : ` (${missing.length}: ${missing[0].note ?? ''})`
  return `${lines.join('')}${terminal.colors.dim(`${countOf(files.length, 'file')}: ${parts.join(', ')}${why}`)}\n`
}

interface Options {
  readonly root?: string
  readonly patch?: boolean
}

export const driftCommand: DefineCommand = (command, run) => {
  command
    .argument('<name>', 'commit, ref or session; a unique id prefix is enough')
    .option('--root <dir>', 'folder in place of the working directory of the session')
    .option('-p, --patch', 'show the changes as diffs')
    .addHelpText('after', notes)
  return command.action((commitId: string, { root, patch = false }: Options) =>
    run.withEngine(async ({ ask, finish, json, terminal }) => {
      const request = { commitId, withPatches: patch, ...(root === undefined ? {} : { root: resolve(root) }) }
      const { result } = await finish(() => ask('drift.start', request))
      await terminal.print(json ? jsonText(result) : driftText(result, terminal))
      return undefined
    }),
  )
}
