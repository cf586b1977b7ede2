/** strata sessions: what was imported, as a table. */
import { shortSessionName } from '../../model/session-name.ts'
import type { CallInput } from '../../contract/calls.ts'
import { sessionSorts } from '../../contract/sessions.ts'
import type { SessionsPage, SessionView } from '../../contract/sessions.ts'
import { reportUnreadable } from '../report-unreadable.ts'
import { hintProject } from '../similar-hints.ts'
import { jsonText } from '../text/failure-text.ts'
import { endingWord, isGuessedEnding, sessionEndings, type SessionEnding } from '../../model/session-ending.ts'
import { isPromptsOnly, promptsOnlyWords, sessionOutcomes, sessionStatuses, type SessionStatus } from '../../model/session-status.ts'
import { bytesText, countText, durationText, shortCountText, timeText } from '../text/format.ts'
import { countOf } from '../../model/format/count.ts'
import { printTable, type TableColumn } from '../text/print-table.ts'
import { printableLine } from '../text/printable.ts'
import type { Terminal } from '../terminal.ts'
import { understatedMark, understatedSessionsText } from '../text/understated-text.ts'
import { periodOf, wholeNumber, type DefineCommand } from './command.ts'
import { choiceOption } from '../choices.ts'

interface Options {
  readonly project?: string
  readonly status?: SessionStatus
  readonly text?: string
  readonly model?: string
  readonly tool?: string
  readonly outcome?: string
  readonly ending?: SessionEnding
  readonly sessionKind?: string
  readonly since?: string
  readonly until?: string
  readonly compacted?: boolean
  readonly subAgents?: boolean
  readonly sort: (typeof sessionSorts)[number]
  readonly ascending?: boolean
  readonly everything?: boolean
  readonly number?: number
}

const pageSize = 10_000

const columns = ({ colors }: Terminal): readonly TableColumn[] => [
  { title: 'SESSION', paint: colors.yellow },
  { title: 'LAST', paint: colors.dim },
  { title: 'STATUS', dropped: 11 },
  { title: 'ENDING', dropped: 7 },
  { title: 'TITLE', flexible: true },
  { title: 'PROJECT', dropped: 2, paint: colors.cyan },
  { title: 'ACTIVE', align: 'right', dropped: 3 },
  { title: 'LASTED', align: 'right', dropped: 5 },
  { title: 'PROMPTS', align: 'right' },
  { title: 'RESPONSES', align: 'right', dropped: 6 },
  { title: 'TOOLS', align: 'right', dropped: 4 },
  { title: 'COMPACT', align: 'right', dropped: 8 },
  { title: 'OUTPUT', align: 'right', dropped: 9 },
  { title: 'SIZE', align: 'right', dropped: 10 },
]

const lastFolder = (project: string): string =>
  project
    .split(/[\\/]/)
    .filter((part) => part !== '')
    .at(-1) ?? project

const cells = (session: SessionView, isWide: boolean): readonly string[] => {
  // Sessions that are prompts only have no other known facts.
  const known = (value: string): string => (isPromptsOnly(session) ? 'n/a' : value)
  return [
    isWide ? session.sessionId : shortSessionName(session.sessionId),
    timeText(session.lastAt),
    isPromptsOnly(session) ? promptsOnlyWords : session.status,
    session.ended === null || session.ended.ending === 'unknown' ? 'n/a' : endingWord(session.ended),
    printableLine(session.title),
    printableLine(isWide ? session.project : lastFolder(session.project)),
    known(durationText(session.activeMs)),
    durationText(session.durationMs),
    countText(session.humanPrompts),
    known(countText(session.responses)),
    known(countText(session.toolCalls)),
    known(countText(session.compactions)),
    known(`${understatedMark(session.understatedReplies)}${shortCountText(session.outputTokens)}`),
    bytesText(session.bytes),
  ]
}

const foldedText = ({ folded }: SessionsPage): string => {
  const parts = [
    [folded.oneShot, 'one-shot'],
    [folded.warmUp, 'warm-up'],
    [folded.empty, 'empty'],
  ] as const
  const some = parts.flatMap(([number, name]) => (number === 0 ? [] : [`${countText(number)} ${name}`]))
  return some.length === 0 ? '' : `; not shown: ${some.join(', ')} (--everything)`
}

/** Facts of many sessions are not waited for. */
const uncountedText = ({ rows }: SessionsPage): string =>
  rows.some(({ activeMs, durationMs }) => activeMs === null && durationMs !== null)
    ? 'hint: active times and endings are not counted yet; `strata ask endings` counts them\n'
    : ''

const isEmpty = ({ total, folded }: SessionsPage): boolean => total + folded.oneShot + folded.warmUp + folded.empty === 0

const guessText = ({ rows }: SessionsPage): string =>
  rows.some(({ ended }) => ended !== null && isGuessedEnding(ended)) ? '; “?”: a guess' : ''

/** The sessions as a table, with the number of excluded ones below it; whole ids and paths when the output has no width limit. */
const sessionsText = (page: SessionsPage, everything: boolean, terminal: Terminal): string => {
  const isWide = terminal.width === undefined
  const table = printTable(
    columns(terminal),
    page.rows.map((session) => cells(session, isWide)),
    terminal.width,
    terminal.colors.bold,
  )
  const shown =
    page.rows.length === page.total ? countOf(page.total, 'session') : `${countText(page.rows.length)} of ${countOf(page.total, 'session')}`
  const hints = page.hints.map((hint) => `${terminal.colors.dim(`hint: ${printableLine(hint)}`)}\n`).join('')
  return `${hints}${page.rows.length === 0 ? '' : table}${terminal.colors.dim(`${shown}${everything ? '' : foldedText(page)}${guessText(page)}`)}\n${understatedSessionsText(page.rows)}`
}

/** The filters of the list, in the form of the call. */
const filtersOf = ({ project, status, text, model, tool, outcome, ending, sessionKind, since, until, compacted, subAgents }: Options) => {
  const given = {
    project,
    status,
    text,
    model,
    tool,
    outcome,
    ending,
    sessionKind,
    ...periodOf({ since, until }),
    hasCompactions: compacted,
    hasSubAgents: subAgents,
  }
  const restricting = Object.entries(given).filter(([, value]) => value !== undefined)
  return Object.fromEntries(restricting) as Partial<CallInput<'sessions.list'>>
}

export const sessionsCommand: DefineCommand = (command, run) =>
  command
    .option('--project <folder>', 'working directory of the sessions')
    .addOption(choiceOption('--status <status>', 'current status', sessionStatuses))
    .option('--text <words>', 'a search in titles, projects, ids, branches and prompts (see strata search --help)')
    .option('--model <name>', 'model that replied in the session')
    .option('--tool <name>', 'tool called in the session')
    .addOption(choiceOption('--outcome <outcome>', 'outcome of the session', sessionOutcomes))
    .addOption(choiceOption('--ending <ending>', 'how the session ended, as recorded or as a guess (`strata ask endings`)', sessionEndings))
    .option('--session-kind <kind>', 'kind of session as the client calls it, such as bg')
    .option('--since <day>', 'first day, or a time; includes sessions that end later')
    .option('--until <day>', 'last day, or a time; includes sessions that begin earlier')
    .option('--compacted', 'sessions with compactions only')
    .option('--sub-agents', 'sessions with sub-agents only')
    .addOption(choiceOption('--sort <column>', 'sort column', sessionSorts).default('lastAt'))
    .option('--ascending', 'smallest or oldest first')
    .option('--everything', 'one-shot, warm-up and empty sessions included')
    .option('-n, --number <n>', 'maximum number of sessions', wholeNumber)
    .action((options: Options) =>
      run.withEngine(async (strata) => {
        const { ask, json, terminal } = strata
        const filters = filtersOf(options)
        const input: CallInput<'sessions.list'> = {
          sort: options.sort,
          descending: options.ascending !== true,
          everything: options.everything === true,
          limit: options.number ?? pageSize,
          counts: json,
          waits: true,
          ...filters,
        }
        const page = await ask('sessions.list', input)
        const { rows, ...rest } = page
        await terminal.print(json ? jsonText({ sessions: rows, ...rest }) : sessionsText(page, options.everything === true, terminal))
        const code = await reportUnreadable(strata)
        if (code === undefined && !json && isEmpty(page) && Object.keys(filters).length === 0)
          terminal.printError('No sessions yet. To import transcripts: `strata import`.\n')
        if (!json) terminal.printError(uncountedText(page))
        if (!json && page.total === 0) await hintProject(strata, options.project)
        return code
      }),
    )
