/** Stores the compaction of an assembled context as a commit on a fork: a conversation that continues from it is the one that was given. */
import { transcriptFormat } from '../../../importer/agents.ts'
import type { Memory } from '../../assemble/memory.ts'
import { lineUuid } from '../../chains/formats/claude-code-v1/line-uuid.ts'
import type { StoredContext } from '../../contract/assemble.ts'
import type { CallParsed } from '../../contract/calls.ts'
import { StrataError } from '../../model/failure.ts'
import { refName } from '../../model/ref-name.ts'
import { checkpoint } from '../checkpoints/checkpoint.ts'
import { findCommit } from '../commits/find-commit.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import { forkAt, setRef } from '../refs/refs.ts'
import { readAssembled, type AssembledAt } from './assemble-at.ts'

type Input = CallParsed<'context.compact'>

/** As the client writes a compaction: a boundary that names the messages that stay, and the summary. */
const compactionLines = ({ commit, assembled, compaction }: AssembledAt, at: string): string => {
  const { summary = '', kept = [] } = compaction ?? {}
  const boundaryUuid = lineUuid('assembled', commit.commitId, summary, at)
  const summaryUuid = lineUuid('assembled', boundaryUuid)
  const common = { isSidechain: commit.chain !== 'main', timestamp: at }
  const boundary = {
    ...common,
    type: 'system',
    subtype: 'compact_boundary',
    uuid: boundaryUuid,
    parentUuid: null,
    logicalParentUuid: kept.at(-1) ?? null,
    content: 'Conversation compacted',
    compactMetadata: {
      trigger: assembled.compacted === 'overflow_recovery' ? 'overflow' : 'budget',
      preservedMessages: { anchorUuid: summaryUuid, uuids: kept },
    },
  }
  const said = {
    ...common,
    type: 'user',
    uuid: summaryUuid,
    parentUuid: boundaryUuid,
    isCompactSummary: true,
    isVisibleInTranscriptOnly: true,
    message: { role: 'user', content: summary },
  }
  return [boundary, said].map((line) => `${JSON.stringify(line)}\n`).join('')
}

/** Undefined: there is no fork with the name yet. @throws StrataError name-taken when it is at another commit */
const existingFork = async (context: EngineContext, name: string, commitId: string): Promise<string | undefined> => {
  try {
    return await forkAt(context, name, commitId)
  } catch (thrown) {
    if (thrown instanceof StrataError && thrown.code === 'not-found') return undefined
    throw thrown
  }
}

/**
 * @throws StrataError not-found, ambiguous-id, malformed-id, artifact-corrupt, path-refused, invalid-input, over-budget, name-taken, disk-full
 */
export const compactOnFork = async (context: EngineContext, input: Input, memory: Memory | undefined): Promise<StoredContext> => {
  const name = refName('fork', input.fork)
  const tip = (await findCommit(context, input.commitId)).commit
  await existingFork(context, name, tip.commitId)
  const made = await readAssembled(context, { ...input, commitId: tip.commitId }, { isStored: true, memory })
  const { commit, assembled, compaction } = made
  if (compaction === null) return { assembled, commitId: null, fork: null }
  if (commit.format !== transcriptFormat)
    throw new StrataError(
      'invalid-input',
      `Cannot store the compaction of ${commit.commitId}: ${commit.format} cannot name the messages that stay`,
    )
  const { record } = await findCommit(context, commit.commitId)
  // The fork may have moved while the context was assembled.
  const onto = await existingFork(context, name, tip.commitId)
  const commitId = await checkpoint(context, {
    parent: onto === undefined ? commit.commitId : '',
    ...(onto === undefined ? {} : { onto }),
    commitType: 'compaction',
    checkpoint: 'compaction',
    format: transcriptFormat,
    bytes: Uint8Array.from(Buffer.from(compactionLines(made, new Date().toISOString()))),
    template: record.template ?? '',
    principal: record.principal ?? '',
    machine: '',
    sessionId: record.session_id ?? '',
    ticketId: record.ticket_id ?? '',
    threadId: record.thread_id ?? '',
    agentCall: '',
    agentType: '',
    summary: `Compaction without a model: the newest messages stay`,
    tokenCount: compaction.tokens,
    allowUnknownParent: false,
  })
  if (onto === undefined) await setRef(context, { kind: 'fork', name, commitId, move: false })
  return { assembled, commitId, fork: name }
}
