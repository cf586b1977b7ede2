/** File systems for people. */
import type { FilesystemsView, FilesystemView } from '../../contract/filesystems.ts'
import { countText, notAvailable } from './format.ts'
import { printTable } from './print-table.ts'
import { printableLine } from './printable.ts'
import type { Terminal } from '../terminal.ts'

const shownDigits = 12

type NameOf = (filesystemId: string) => string

/** `this`, else a name of a file system, else the beginning of its id, which commands take too. */
const namesIn = ({ machine, filesystems }: FilesystemsView): NameOf => {
  const names = new Map(filesystems.flatMap(({ filesystemId, name }) => (filesystemId === null ? [] : [[filesystemId, name] as const])))
  return (id) => (id === machine.filesystemId ? 'this machine' : printableLine(names.get(id) ?? id.slice(0, shownDigits)))
}

const machineText = ({ filesystemId, why }: FilesystemsView['machine']): string => {
  if (filesystemId === null) return `This machine  ${notAvailable}: ${printableLine(why ?? '')}. The next import draws a random id.\n`
  return `This machine  ${filesystemId}${why === null ? '' : `  (random, since this machine has no id: ${printableLine(why)})`}\n`
}

export const filesystemsText = (view: FilesystemsView, { colors, width }: Terminal): string => {
  const nameOf = namesIn(view)
  const rules = view.filesystems.map(({ name, filesystemId, prefix, as, root, of }) => [
    printableLine(name),
    filesystemId?.slice(0, shownDigits) ?? 'unchanged',
    printableLine(prefix ?? ''),
    printableLine(as ?? ''),
    nameOf(of),
    printableLine(root ?? ''),
  ])
  const titles = [{ title: 'NAME', paint: colors.cyan }, { title: 'FILE SYSTEM' }, { title: 'PREFIX' }, { title: 'AS' }, { title: 'OF' }]
  const ruleTable = printTable([...titles, { title: 'ROOT', flexible: 'start' }], rules, width, colors.bold)
  const sources = view.sources.map(({ root, filesystemId, sessions }) => [printableLine(root), nameOf(filesystemId), countText(sessions)])
  const sourceTable = printTable(
    [{ title: 'ROOT', flexible: 'start', paint: colors.cyan }, { title: 'FILE SYSTEM' }, { title: 'SESSIONS', align: 'right' }],
    sources,
    width,
    colors.bold,
  )
  return [
    machineText(view.machine),
    rules.length === 0 ? '' : `\n${ruleTable}`,
    sources.length === 0 ? '' : `\n${sourceTable}`,
    rules.length === 0 ? '\nNo names or rules. To add one: strata filesystem add NAME --prefix /workspace\n' : '',
  ].join('')
}

/** The meaning of a name or rule, as a sentence. */
export const filesystemText = ({ name, filesystemId, prefix, as, root }: FilesystemView): string => {
  const shown = printableLine(name)
  if (prefix === null) return `${shown} is file system ${filesystemId ?? notAvailable}\n`
  const below = `${shown}: paths below ${printableLine(prefix)}${root === null ? '' : ` in transcripts of ${printableLine(root)}`}`
  const moved = as === null ? '' : `${filesystemId === null ? ' are' : ','} files below ${printableLine(as)}`
  return `${below}${filesystemId === null ? '' : ` are on file system ${filesystemId}`}${moved}\n`
}

/** With the id of the file system: it was drawn, and a later name for it needs it. */
export const removedText = ({ name, filesystemId }: FilesystemView): string =>
  `${printableLine(name)} removed${filesystemId === null ? '' : `; its file system was ${filesystemId}`}\n`
