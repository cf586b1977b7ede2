/** strata watch: imports and reports changes in folders of transcripts, until Ctrl-C. */
import { shortSessionName } from '../../model/session-name.ts'
import { resolve } from 'node:path'
import type { Signal } from '../../contract/signals.ts'
import type { FollowedChange, WatchedFolder } from '../../contract/watch.ts'
import { countText } from '../text/format.ts'
import { countOf } from '../../model/format/count.ts'
import type { Strata } from '../run-with-engine.ts'
import { printableLine } from '../text/printable.ts'
import type { DefineCommand } from './command.ts'

const clock = (at: number): string => new Date(at).toTimeString().slice(0, 8)

const signed = (count: number, one: string): string => (count < 0 ? `-${countOf(-count, one)}` : `+${countOf(count, one)}`)

/** The outcomes of the files: the name of a single file, or the number of files by outcome. */
export const filesText = (files: FollowedChange['files']): string => {
  const [first] = files
  if (first === undefined) return ''
  if (files.length === 1) return `${first.kind} ${printableLine(first.path)}`
  const counts = new Map<string, number>()
  for (const { kind } of files) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  if (counts.size === 1) return `${first.kind} ${countOf(files.length, 'file')}`
  return `${countOf(files.length, 'file')}: ${[...counts].map(([kind, count]) => `${countText(count)} ${kind}`).join(', ')}`
}

/** One change as a line. */
const changeText = (change: FollowedChange): string => {
  const { at, problem, sessionId, title, newRecords, newCommits } = change
  const parts = [clock(at)]
  if (sessionId !== null) parts.push(shortSessionName(sessionId))
  if (problem !== null) parts.push(`import failed: ${printableLine(problem)}`)
  else if (change.files.every(({ kind }) => kind !== 'removed'))
    parts.push(`${signed(newRecords, 'record')}, ${signed(newCommits, 'commit')}`)
  if (title !== null) parts.push(printableLine(title))
  parts.push(filesText(change.files))
  return `${parts.join('  ')}\n`
}

/** How a folder is doing, as a line. */
const folderText = ({ root, state, reason, files }: WatchedFolder): string => {
  const words = { starting: 'reading', watching: 'watching', polling: 'polling', waiting: 'waiting for' }[state]
  const why = reason === null ? '' : `: ${reason}`
  return `${words} ${printableLine(root)}${state === 'watching' ? ` (${countOf(files, 'file')})` : ''}${why}\n`
}

/** Prints what is new to a reader: each change, and each folder when its state is another one. */
const signalPrinter = ({ json, quiet, terminal }: Strata): ((signal: Signal) => void) => {
  const states = new Map<string, string>()
  const printFolder = (folder: WatchedFolder): void => {
    const state = `${folder.state} ${folder.reason ?? ''}`
    if (folder.state === 'starting' || states.get(folder.path) === state) return
    states.set(folder.path, state)
    if (json) void terminal.print(`${JSON.stringify({ kind: 'folder', folder })}\n`)
    else if (!quiet || folder.reason !== null) terminal.printError(folderText(folder))
  }
  return (signal) => {
    if (signal.kind === 'watch') for (const folder of signal.watch.folders) printFolder(folder)
    if (signal.kind === 'followed')
      void terminal.print(json ? `${JSON.stringify({ kind: 'change', ...signal.change })}\n` : changeText(signal.change))
  }
}

export const watchCommand: DefineCommand = (command, run) =>
  command.argument('[path...]', 'folders to watch (default: those of Claude Code)').action((paths: readonly string[]) =>
    run.withEngine(
      async (strata) => {
        const stopped = strata.untilStopped()
        strata.listen(signalPrinter(strata))
        const started = strata.keep('watch.start', { paths: paths.map((path) => resolve(path)), remember: false })
        // The owner of the store may answer late, or never.
        await Promise.race([started.then(() => stopped), stopped])
        return undefined
      },
      'create',
      true,
    ),
  )
