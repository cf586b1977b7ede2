/** One line for a commit: id, time, kind, refs, summary, and what it holds. */
import { mainChain, replacedChain } from '../../model/agent-chain.ts'
import type { CommitView } from '../../contract/commits.ts'
import { promptsOnlyTemplate, promptsOnlyWords } from '../../model/session-status.ts'
import { timeText } from './format.ts'
import { cutToWidth } from './text-width.ts'
import { printableLine } from './printable.ts'
import type { Terminal } from '../terminal.ts'

const counted = (number: number, letter: string): string => (number === 0 ? '' : `${number}${letter}`)

/** Prompts, commands, responses, tool calls, errors: 1p 1c 2r 5t 1e. */
export const countsText = (commit: CommitView): string =>
  [
    counted(commit.humanPrompts, 'p'),
    counted(commit.commands, 'c'),
    counted(commit.responses, 'r'),
    counted(commit.toolCalls, 't'),
    counted(commit.errors, 'e'),
  ]
    .filter((part) => part !== '')
    .join(' ')

/** Models may have names with any signs. */
const fallbackText = ({ from, to }: CommitView['fallbacks'][number]): string =>
  `fallback:${[from, to].flatMap((model) => (model === null ? [] : [printableLine(model)])).join('→')}`

const marks = (commit: CommitView): readonly string[] => [
  ...(commit.commitType === 'delta' ? [] : [commit.commitType]),
  ...(commit.branchOf === null ? [] : [commit.branchOf]),
  ...(commit.chain === mainChain ? [] : [commit.chain === replacedChain ? 'replaced' : 'agent']),
  ...commit.fallbacks.map(fallbackText),
  ...(commit.template === promptsOnlyTemplate ? [promptsOnlyWords] : []),
]

const longId = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

/** On a terminal ids are cut to eight digits, which still name them. */
const refsText = (commit: CommitView, isCut: boolean): string =>
  commit.refs.map(({ name }) => printableLine(isCut ? name.replaceAll(longId, (id) => id.slice(0, 8)) : name)).join(', ')

/** @param indent columns that stand before the line already */
export const logLine = (commit: CommitView, { colors, width }: Terminal, indent: number): string => {
  // Records without a time give their commit one that its id needs; made commits say when they were made.
  const at = commit.endedAt ?? (commit.sessionId.startsWith('live/') ? Date.parse(commit.createdAt) : null)
  const [mark, refs, counts] = [marks(commit).join(' '), refsText(commit, width !== undefined), countsText(commit)]
  const fixed = [commit.commitId, timeText(at), mark, refs === '' ? '' : `(${refs})`, counts === '' ? '' : `[${counts}]`]
  const taken = fixed.filter((part) => part !== '').reduce((sum, part) => sum + part.length + 1, 0)
  const room = width === undefined ? Infinity : Math.max(16, width - indent - taken)
  const parts = [
    colors.yellow(commit.commitId),
    colors.dim(timeText(at)),
    mark === '' ? '' : colors.magenta(mark),
    refs === '' ? '' : colors.green(`(${refs})`),
    cutToWidth(printableLine(commit.summary), room),
    counts === '' ? '' : colors.dim(`[${counts}]`),
  ]
  return parts.filter((part) => part !== '').join(' ')
}
