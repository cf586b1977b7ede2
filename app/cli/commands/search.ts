/** strata search: where something was said. */
import type { CallInput } from '../../contract/calls.ts'
import type { SearchPage, TextHit } from '../../contract/search.ts'
import { searchedKinds, reasonings } from '../../model/searched-text.ts'
import type { SearchedKind, Reasoning } from '../../model/searched-text.ts'
import { shortSessionName } from '../../model/session-name.ts'
import { hintProject } from '../similar-hints.ts'
import { jsonText } from '../text/failure-text.ts'
import { countText, timeText } from '../text/format.ts'
import { countOf } from '../../model/format/count.ts'
import { printable, printableLine } from '../text/printable.ts'
import type { Terminal } from '../terminal.ts'
import { cutToWidth } from '../text/text-width.ts'
import { periodOf, wholeNumber, type DefineCommand } from './command.ts'
import { choiceOption, oneOf } from '../choices.ts'

interface Options {
  readonly kind?: readonly SearchedKind[]
  readonly session?: string
  readonly project?: string
  readonly reasoning?: Reasoning
  readonly file?: string
  readonly since?: string
  readonly until?: string
  readonly number: number
}

const usualNumber = 50

const notes = `
The search covers prompts, responses, thinking and the input of tool calls, including sub-agents. It ignores case and the kind of white
space. It does not cover tool results (see \`strata cat\`), and only the first 65,536 characters of a text.

Examples:
  strata search "connection refused"
  strata search useEffect --kind thinking --since 2026-01-01
  strata search "rm -rf" --kind tool_call --json
  strata search --reasoning rejection --file /home/me/app/src/parser.ts    rejected alternatives`

const kindsOf = (kind: string, before: readonly SearchedKind[] = []): readonly SearchedKind[] => [...before, oneOf(searchedKinds)(kind)]

const nameOf = ({ kind, toolName, chain }: TextHit): string => {
  const what = kind === 'tool_call' ? printableLine(toolName ?? 'a tool') : kind
  return chain === 'main' ? what : `${what} of a sub-agent`
}

/** A line for where it is, and one for what it says. */
const hitText = (hit: TextHit, { colors, width }: Terminal): string => {
  const session = width === undefined ? hit.sessionId : shortSessionName(hit.sessionId)
  const where = [colors.yellow(hit.commitId ?? session), colors.dim(timeText(hit.occurredAt)), colors.cyan(nameOf(hit))]
  const title = colors.dim(printableLine(hit.title))
  const [before, found] = [printable(hit.before), printable(hit.found)]
  const rest =
    width === undefined ? printable(hit.after) : cutToWidth(printable(hit.after), Math.max(0, width - 4 - before.length - found.length))
  return `${where.join('  ')}  ${width === undefined ? `${session}  ` : ''}${title}\n    ${before}${colors.bold(colors.red(found))}${rest}\n`
}

const searchText = (page: SearchPage, terminal: Terminal): string => {
  if (page.total === 0) return 'No matches.\n'
  const kinds = searchedKinds.flatMap((kind) => (page.byKind[kind] === 0 ? [] : [`${kind} ${countText(page.byKind[kind])}`]))
  const more = page.rows.length < page.total ? `; showing the newest ${countText(page.rows.length)} (-n)` : ''
  const sum = `${countOf(page.total, 'text')} of ${countOf(page.sessions, 'session')}: ${kinds.join(', ')}${more}`
  return `${page.rows.map((hit) => hitText(hit, terminal)).join('')}${terminal.colors.dim(sum)}\n`
}

export const searchCommand: DefineCommand = (command, run) => {
  command
    .argument('[text]', 'exact text, at least two characters')
    .option('--kind <kind>', `kind of text (repeatable): ${searchedKinds.join(', ')}`, kindsOf)
    .addOption(choiceOption('--reasoning <kind>', 'kind of reasoning in thinking, by its words', reasonings))
    .option('--file <path>', 'file of a tool call in the commit')
    .option('--session <id>', 'session to include')
    .option('--project <folder>', 'working directory of the sessions to include')
    .option('--since <day>', 'first day, or a time')
    .option('--until <day>', 'last day, or a time')
    .option('-n, --number <n>', 'maximum number of matches', wholeNumber, usualNumber)
    .addHelpText('after', notes)
  return command.action((text: string | undefined, { kind, session, number, ...options }: Options) => {
    if (text === undefined && options.reasoning === undefined) command.error('error: give a text, or --reasoning')
    return run.withEngine(async (strata) => {
      const { ask, json, terminal } = strata
      const { reasoning, file, project } = options
      const given = { text, reasoning, file, sessionId: session, project, ...periodOf(options) }
      const restricting = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
      const input: CallInput<'text.search'> = { kinds: [...(kind ?? [])], limit: number, ...restricting }
      const page = await ask('text.search', input)
      await terminal.print(json ? jsonText(page) : searchText(page, terminal))
      if (!json && page.total === 0) await hintProject(strata, project)
      return undefined
    })
  })
}
