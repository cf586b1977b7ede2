/** Sessions that cannot be rebuilt from what the packs hold of them: they are told as a problem, and everything else goes on. */
import type { Problem } from '../../model/problem.ts'
import type { SessionEntry } from '../../store/journal-entry.ts'
import type { RowUnit } from '../../store/project-units.ts'
import { problemRow } from '../derive/derive-rows.ts'

/**
 * What the tables show of such a session: its files, so that an import knows what the store holds of them, and what is wrong. The journal stays
 * as it is.
 */
export const damagedUnit = (entry: SessionEntry, problem: Problem): RowUnit => ({
  journal: entry,
  replaces: { sessionId: entry.session_id },
  rows: {
    sources: entry.sources.map((source, place) => ({
      sourceId: source.source_id,
      path: source.path,
      file: source.file,
      root: source.root,
      role: source.role,
      sessionId: entry.session_id === '' ? null : entry.session_id,
      agentId: source.agent_id ?? null,
      bytes: source.bytes,
      modifiedNs: source.modified_ns,
      contentHash: source.content_hash,
      manifestHash: source.manifest_hash,
      lines: source.lines,
      records: source.records,
      place,
    })),
    problems: entry.sources.map(({ source_id: sourceId, file }) => problemRow({ sourceId, file }, entry.session_id, problem)),
  },
})
