/** A store as the agent service sees it: through the contract, regardless of which process owns the store. */
import { AgentRefusal } from '../../bureau/agent-refusal.ts'
import type { ContextStore } from '../../bureau/context-store.ts'
import { StrataError } from '../../model/failure.ts'
import { metadataLine } from '../../model/objects/metadata-line.ts'
import { addedSessionPrefix } from '../../model/session-name.ts'
import type { AskStore } from '../capture/capture.ts'

/** The agent receives a refusal of the store with its original message. */
const refusing = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (thrown) {
    if (thrown instanceof StrataError) throw new AgentRefusal(thrown.message)
    throw thrown
  }
}

const instant = (timestamp: string): number => {
  const at = Date.parse(timestamp)
  if (Number.isNaN(at)) throw new AgentRefusal(`timestamp ${JSON.stringify(timestamp)} is no time like 2026-01-15T10:00:00Z`)
  return at
}

const farFuture = '9999-12-31T23:59:59Z'

/** Returns the id of the newest commit of the session with exactly this id; '' when none exists. */
const newestOf = async (ask: AskStore, sessionId: string): Promise<string> => {
  try {
    const found = await ask('commit.resolve', { sessionId, at: farFuture })
    return found?.sessionId === sessionId ? found.commitId : ''
  } catch (thrown) {
    if (thrown instanceof StrataError && ['not-found', 'ambiguous-id'].includes(thrown.code)) return ''
    throw thrown
  }
}

export const storeContexts = (ask: AskStore): ContextStore => ({
  keep: ({ data, ...about }) => refusing(async () => (await ask('artifact.keep', { bytes: data, ...about })).artifactRef),
  remember: (owner, key, text, artifactRef) =>
    refusing(async () => {
      await ask('note.set', { owner, key, text: text ?? null, ...(artifactRef === undefined ? {} : { artifactRef }) })
    }),
  remembered: (owner, prefix) => refusing(() => ask('note.list', { owner, prefix })),
  checkpoint: ({ data, artifactRef, ...context }) =>
    refusing(async () => {
      const content = artifactRef === '' ? { bytes: data } : { artifactRef }
      return (await ask('commit.checkpoint', { ...context, ...content, allowUnknownParent: true })).commit.commitId
    }),
  materialise: (commitId, stop, format) =>
    refusing(async () => {
      const view = await ask('commit.materialise', {
        commitId,
        ...(stop === '' ? {} : { stop }),
        ...(format === '' ? {} : { format }),
      })
      const ref = view.artifactHash
      return {
        artifactRef: view.artifactRef ?? '',
        format: view.format,
        contentType: view.contentType,
        messageCount: view.messageCount,
        tokenCount: view.tokenCount ?? undefined,
        commitCount: view.commitCount,
        content: () => (ref === null ? Promise.resolve(new Uint8Array()) : refusing(() => ask('artifact.bytes', { ref }))),
      }
    }),
  show: (commitId) =>
    refusing(async () => {
      const { commit } = await ask('commit.show', { commitId })
      const record = await ask('artifact.bytes', { ref: commit.recordHash })
      return {
        id: commit.commitId,
        record,
        summary: commit.summary,
        parent: commit.parentId ?? '',
        tokenCount: commit.tokenCount ?? undefined,
      }
    }),
  describe: (commitId, summary) =>
    refusing(async () => {
      await ask('commit.describe', { commitId, summary })
    }),
  resolve: (principal, at) =>
    refusing(async () => (await ask('commit.resolve', { principal, at: new Date(instant(at)).toISOString() }))?.commitId ?? ''),
  storeName: (name) =>
    refusing(async () => {
      const session = `${addedSessionPrefix}${name}`
      return (await newestOf(ask, session)) === '' ? name : `session/${session}`
    }),
  change: (change, objectId, on) => refusing(() => ask('state.change', { change, objectId, on })),
  state: (at, policy) =>
    refusing(async () => {
      const { sessionId, commitId, on, objects } = await ask('session.state', { at, ...(policy === '' ? {} : { policy }) })
      const shown = objects.map(({ level, pinned, ...object }) => ({ ...object, level, pinned, line: metadataLine(object) }))
      return { sessionId, commitId, on, objects: shown }
    }),
  newest: (sessionId) => refusing(async () => (await newestOf(ask, `${addedSessionPrefix}${sessionId}`)) || newestOf(ask, sessionId)),
})
