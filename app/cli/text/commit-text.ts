/** The record of a commit for people: where it stands, what it holds, and for a compaction what it replaced. */
import { mainChain, replacedChain } from '../../model/agent-chain.ts'
import { tokensFrom } from '../../model/context-commit.ts'
import type { CommitDetail, CommitView } from '../../contract/commits.ts'
import type { AgentDefinitionView } from '../../contract/context.ts'
import type { CommitReading } from '../../contract/reader.ts'
import { bytesText, countText, notAvailable, timeText } from './format.ts'
import { countOf } from '../../model/format/count.ts'
import { countsText } from './log-line.ts'
import { printableLine } from './printable.ts'
import type { Terminal } from '../terminal.ts'

const timesText = ({ startedAt, endedAt }: CommitView): string =>
  startedAt === null ? `${notAvailable} (no record has a readable time)` : `${timeText(startedAt)} to ${timeText(endedAt)}`

const compactionText = ({ compaction }: CommitReading): string | undefined => {
  if (compaction === null) return undefined
  const after = compaction.postTokens === null ? '' : ` to ${countText(compaction.postTokens)}`
  return `${compaction.trigger ?? 'unknown trigger'}, from ${countText(compaction.preTokens)}${after} tokens`
}

const bookkeepingText = ({ bookkeeping }: CommitReading): string | undefined =>
  bookkeeping.length === 0 ? undefined : bookkeeping.map(({ kind, count }) => `${count} ${printableLine(kind)}`).join(', ')

const agentTypeText = ({ agentType }: CommitView): string => (agentType === null ? '' : ` (${agentType})`)

const chainText = (commit: CommitView): string => {
  if (commit.chain === mainChain) return ''
  return commit.chain === replacedChain ? ', replaced' : `, agent ${commit.chain}${agentTypeText(commit)}`
}

const definitionSources = { file: '', listing: 'listed by the client', system_prompt: 'system prompt' } as const

/** “.claude/agents/reviewer.md, version 1a2b3c4d5e6f”, or why it is not known. */
export const definitionText = ({ from, path, isBuiltIn, version, proof, unknownBecause }: AgentDefinitionView): string => {
  if (from === null) return `not recorded (${unknownBecause ?? ''})`
  const parts = [
    path ?? definitionSources[from],
    isBuiltIn === true ? 'comes with the client' : '',
    version === null ? `version ${notAvailable} (${unknownBecause ?? ''})` : `version ${version.slice(0, 12)}`,
    proof ?? '',
  ]
  return parts.filter((part) => part !== '').join(', ')
}

const placeText = ({ cwd, gitBranch }: CommitView): string | undefined => {
  if (cwd === null) return gitBranch === null ? undefined : `${notAvailable}, on branch ${gitBranch}`
  return gitBranch === null ? cwd : `${cwd}, on branch ${gitBranch}`
}

const tokensText = (commit: CommitView): string | undefined => {
  if (commit.tokenCount === null) return undefined
  const from = tokensFrom(commit)
  return `${countText(commit.tokenCount)}${from === undefined ? '' : `, ${from}`}`
}

const provenance = (commit: CommitView): readonly (readonly [string, string | undefined])[] => [
  ['machine', commit.machine ?? undefined],
  ['directory', placeText(commit)],
  ['version', commit.clientVersion ?? undefined],
  ['ticket', commit.ticketId ?? undefined],
  ['thread', commit.threadId ?? undefined],
  ['tokens', tokensText(commit)],
]

const fields = (
  { commit, children, storedBytes }: CommitDetail,
  reading: CommitReading,
  definition: AgentDefinitionView,
): readonly (readonly [string, string | undefined])[] => [
  ['refs', commit.refs.length === 0 ? undefined : commit.refs.map(({ name }) => name).join(', ')],
  [
    'parent',
    commit.parentId === null ? 'none (root of the chain)' : `${commit.parentId}${commit.branchOf === null ? '' : ` (${commit.branchOf})`}`,
  ],
  ['children', children.length === 0 ? undefined : children.map(({ commitId }) => commitId).join(', ')],
  ['session', `${commit.sessionId}${chainText(commit)}`],
  ['definition', definitionText(definition)],
  ['type', `${commit.commitType}, cut at ${commit.checkpoint}`],
  ['time', timesText(commit)],
  ['template', commit.template || undefined],
  ['principal', commit.principal],
  ...provenance(commit),
  ['models', commit.models.length === 0 ? undefined : commit.models.join(', ')],
  ['artifact', `${commit.artifactRef} (${commit.format}), ${bytesText(commit.bytes)}, ${bytesText(storedBytes)} stored`],
  ['contains', `${countOf(commit.records, 'record')}${countsText(commit) === '' ? '' : `: ${countsText(commit)}`}`],
  ['bookkeeping', bookkeepingText(reading)],
  ['compaction', compactionText(reading)],
]

/** Ends with an empty line. */
export const commitText = (detail: CommitDetail, reading: CommitReading, definition: AgentDefinitionView, { colors }: Terminal): string => {
  const lines = fields(detail, reading, definition).flatMap(([name, value]) =>
    value === undefined ? [] : [`${colors.dim(`${name}:`.padEnd(13))}${printableLine(value)}`],
  )
  const title = colors.bold(printableLine(detail.commit.summary))
  return [colors.yellow(`commit ${detail.commit.commitId}`), ...lines, '', `    ${title}`, '', ''].join('\n')
}
