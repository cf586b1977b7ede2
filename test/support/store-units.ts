/** Small units for store tests: a session with one commit, its rows, and the bytes they stand for. */
import { commitIdOf } from '../../app/chains/commit-id.ts'
import type { ContextCommit } from '../../app/model/context-commit.ts'
import { refOf } from '../../app/model/ids.ts'
import { encodeCommit } from '../../app/store/files/commit-record.ts'
import { hashArtifact } from '../../app/store/files/artifact-hash.ts'
import { encodeArtifact, encodeSharedEntry } from '../../app/store/files/pack-entry.ts'
import type { StoreUnit } from '../../app/store/tables/store-unit.ts'
import type { TableRow } from '../../app/store/tables/tables.ts'
import { artifactOf } from './entry-artifacts.ts'

const createdAt = '2026-01-01T00:00:00Z'

/** The bytes of a session's only delta. */
export const deltaOf = (sessionId: string, version = 1): Buffer =>
  Buffer.from(
    Array.from(
      { length: version * 20 },
      (_, line) => `{"type":"user","sessionId":"${sessionId}","line":${line},"text":"${'word '.repeat(line % 40)}"}\n`,
    ).join(''),
  )

const commitRow = (
  sessionId: string,
  commitId: string,
  hashes: Pick<TableRow<'commits'>, 'artifactHash' | 'recordHash'>,
): TableRow<'commits'> => ({
  commitId,
  parentId: null,
  sessionId,
  chain: 'main',
  position: 0,
  commitType: 'delta',
  checkpoint: 'session_end',
  ...hashes,
  format: 'claude-code-v1',
  template: 'claude-code/cli',
  principal: '/project',
  summary: '',
  createdAt,
  startedAt: Date.parse(createdAt),
  endedAt: Date.parse(createdAt),
  records: 1,
  bytes: 1,
  humanPrompts: 1,
  commands: 0,
  responses: 0,
  toolCalls: 0,
  errors: 0,
  models: [],
  preserved: [],
  branchOf: null,
  agentType: null,
  spawnCall: null,
  cwd: null,
  gitBranch: null,
  clientVersion: null,
  machine: null,
  ticketId: null,
  threadId: null,
  tokenCount: null,
})

const sourceRow = (sessionId: string, hashes: Pick<TableRow<'sources'>, 'contentHash' | 'manifestHash'>): TableRow<'sources'> => ({
  place: 0,
  agent: 'claude-code',
  sourceId: `src-${sessionId}`,
  path: `/transcripts/${sessionId}.jsonl`,
  file: `transcripts/${sessionId}.jsonl`,
  root: '/transcripts',
  role: 'session',
  sessionId: sessionId === '' ? null : sessionId,
  agentId: null,
  bytes: 1,
  modifiedNs: '1',
  ...hashes,
  lines: 1,
  records: 1,
})

/** A session with one commit; a later version replaces it with a longer one. */
export const sessionUnit = async (sessionId: string, version = 1): Promise<StoreUnit> => {
  const deltaBytes = deltaOf(sessionId, version)
  const delta = { kind: 'delta', hash: hashArtifact(deltaBytes), rawBytes: deltaBytes.length } as const
  const manifestEntry = await encodeArtifact('manifest', Buffer.from(`manifest of ${sessionId} ${version}`))
  const manifest = artifactOf(manifestEntry)
  const commit: ContextCommit = {
    version: 1,
    commit_type: 'delta',
    artifact_ref: refOf(delta.hash),
    format: 'claude-code-v1',
    checkpoint: 'session_end',
    created_at: createdAt,
  }
  const recordBytes = encodeCommit(commit)
  const record = { kind: 'commit', hash: hashArtifact(recordBytes), rawBytes: recordBytes.length } as const
  const commitId = commitIdOf({ parent: '', artifactRef: refOf(delta.hash), createdAt, template: '' })
  const source = sourceRow(sessionId, { contentHash: delta.hash, manifestHash: manifest.hash })
  return {
    entries: [await encodeSharedEntry([delta, record], Buffer.concat([deltaBytes, recordBytes])), manifestEntry],
    journal: {
      kind: 'session',
      session_id: sessionId,
      sources: [
        {
          source_id: source.sourceId,
          path: source.path,
          file: source.file,
          root: source.root,
          role: 'session',
          bytes: source.bytes,
          modified_ns: source.modifiedNs,
          content_hash: source.contentHash,
          manifest_hash: source.manifestHash,
          lines: source.lines,
          records: source.records,
        },
      ],
      refs: [{ name: `session/${sessionId}`, commit_id: commitId }],
      dropped_refs: [],
      commits: [[commitId, record.hash]],
      inputs: { foreign: [], cuts: [] },
    },
    replaces: { sessionId },
    rows: {
      commits: [commitRow(sessionId, commitId, { artifactHash: delta.hash, recordHash: record.hash })],
      refs: [{ name: `session/${sessionId}`, kind: 'session', commitId, sessionId }],
      sources: [source],
    },
  }
}
