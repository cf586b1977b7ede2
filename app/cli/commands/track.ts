/** strata track: looks at the files of sessions while agents work on them, until Ctrl-C. */
import { setTimeout } from 'node:timers/promises'
import type { TrackCheck, TrackedChange, TrackedFile, TrackView } from '../../contract/track.ts'
import { toFailure } from '../../model/failure.ts'
import { countOf } from '../../model/format/count.ts'
import { shortSessionName } from '../../model/session-name.ts'
import type { Strata } from '../run-with-engine.ts'
import { timeText } from '../text/format.ts'
import { jsonText } from '../text/failure-text.ts'
import { printableLine } from '../text/printable.ts'
import { printTable } from '../text/print-table.ts'
import type { DefineCommand } from './command.ts'

const notes = `
A tracker looks at the files that a session has seen or changed, below its working directory, and adds a version whenever one differs from
what is known of it, also when a person or another program changed it. What was changed while no tracker looked is found by the next one.
The folders with the transcripts are imported before the first look and, without --once, watched as strata watch does. Without SESSION, all
sessions that are running or waiting are tracked.

Examples:
  strata track                 the files of all sessions that are running or waiting
  strata track 4f2a --once     look once, for example after a pause
  strata track --list          which files are or were tracked`

/** How often a tracker looks, milliseconds. */
const everyMs = 1_000

const clock = (at: number): string => new Date(at).toTimeString().slice(0, 8)

const changeText = ({ at, sessionId, path, kind }: TrackedChange): string =>
  `${clock(at)}  ${shortSessionName(sessionId)}  ${kind.padEnd(8)}  ${printableLine(path)}\n`

const countText = ({ sessions, files }: TrackView): string => {
  const out = files.filter(({ problem }) => problem !== null)
  const reasons = out.map(({ path, problem }) => `  ${printableLine(path)}: ${printableLine(problem ?? '')}\n`)
  const some = out.length === 0 ? '' : `; ${countOf(out.length, 'file')} cannot be reached:\n${reasons.slice(0, 20).join('')}`
  return `Tracking ${countOf(files.length, 'file')} of ${countOf(sessions.length, 'session')}${some === '' ? '\n' : some}`
}

const listText = (files: readonly TrackedFile[], { terminal }: Strata): string =>
  files.length === 0
    ? 'No file is tracked, and none was.\n'
    : printTable(
        [
          { title: 'STATE' },
          { title: 'SESSION' },
          { title: 'VERSIONS', align: 'right' },
          { title: 'LAST' },
          { title: 'PATH', flexible: 'start' },
        ],
        files.map(({ state, sessionId, versions, observedAt, path }) => [
          state,
          shortSessionName(sessionId),
          String(versions),
          observedAt === null ? '' : timeText(observedAt),
          printableLine(path),
        ]),
        terminal.width,
        terminal.colors.bold,
      )

interface Options {
  readonly once?: boolean
  readonly list?: boolean
  readonly outside?: boolean
}

const printChanges = async ({ terminal, json }: Strata, { changes }: TrackCheck): Promise<void> => {
  for (const change of changes) await terminal.print(json ? `${JSON.stringify(change)}\n` : changeText(change))
}

const notImported = (folder: string | undefined, message: string): string =>
  `strata: cannot import ${printableLine(folder ?? 'transcripts')}: ${printableLine(message)}. Changes by agents may be recorded as changes on disk.\n`

/** Imports the transcripts, so that changes by agents are not recorded as changes on disk. */
const importFirst = async ({ ask, finish, terminal }: Strata, sessions: readonly string[]): Promise<void> => {
  const { sessions: found } = await ask('track.show', { sessions: [...sessions] })
  const roots = [...new Set(found.flatMap((session) => session.roots))]
  const wanted = sessions.length === 0 ? [[]] : roots.map((root) => [root])
  for (const paths of wanted) {
    try {
      await finish(() => ask('import.start', { paths }))
    } catch (thrown) {
      const { code, message } = toFailure(thrown)
      if (code === 'cancelled') throw thrown
      terminal.printError(notImported(paths[0], message))
    }
  }
}

/** Looks until Ctrl-C. */
const follow = async (strata: Strata, sessions: readonly string[], outside: boolean): Promise<void> => {
  const { ask, json, quiet, terminal } = strata
  await importFirst(strata, sessions)
  let isStopped = false
  const stopped = strata.untilStopped().then(() => {
    isStopped = true
  })
  const watched = new Set<string>()
  // A session may begin later.
  if (sessions.length === 0) void strata.keep('watch.start', { paths: [], remember: false })
  let said = ''
  while (!isStopped) {
    const check = await ask('track.check', { sessions: [...sessions], outside })
    for (const root of check.sessions.flatMap(({ roots }) => roots))
      if (!watched.has(root)) {
        watched.add(root)
        void strata.keep('watch.start', { paths: [root], remember: false })
      }
    const text = countText(check)
    if (text !== said && !json && !quiet) terminal.printError(text)
    said = text
    await printChanges(strata, check)
    await Promise.race([stopped, setTimeout(everyMs)])
  }
}

export const trackCommand: DefineCommand = (command, run) => {
  command
    .argument('[session...]', 'sessions; a unique id prefix is enough (default: those that are running or waiting)')
    .option('--once', 'look once and stop')
    .option('--list', 'list the files that are or were tracked, and their states')
    .option('--outside', 'also track files outside of the working directory of a session')
    .addHelpText('after', notes)
  return command.action((sessions: readonly string[], { once = false, list = false, outside = false }: Options) =>
    run.withEngine(
      async (strata) => {
        const { ask, json, terminal } = strata
        if (list) {
          const { files } = await ask('track.show', { sessions: [...sessions] })
          await terminal.print(json ? jsonText(files) : listText(files, strata))
        } else if (once) {
          await importFirst(strata, sessions)
          const check = await ask('track.check', { sessions: [...sessions], outside })
          if (json) await terminal.print(jsonText(check))
          else {
            await printChanges(strata, check)
            terminal.printError(countText(check))
          }
        } else await follow(strata, sessions, outside)
        return undefined
      },
      'fail',
      !list && !once,
    ),
  )
}
