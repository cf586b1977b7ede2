/** The records that wrote lines: session, agent and prompt. */
import type { LineOrigin } from '../../../contract/objects.ts'
import type { Tables } from '../../../analytics/queries/run-query.ts'
import { count, optional, text } from '../../../model/columns.ts'
import type { RecordAt } from '../../file-steps/chain-records.ts'
import { recordNames } from '../../kernel/file-lines.ts'
import lineOrigins from './line-origins.sql?raw'
import type { OtherFile } from '../../repositories/repositories.ts'
import type { Origin } from '../../../files/line-blame.ts'
import { recordKey } from '../../../files/replay.ts'

const columns = {
  sourceId: text('source_id'),
  line: count('line'),
  agentId: optional(text('agent_id')),
  agentType: optional(text('agent_type')),
  title: text('title'),
  prompt: optional(text('prompt')),
} as const

export interface PlacedOrigin {
  readonly origin: Origin
  readonly at: RecordAt
}

/** @param elsewhere files of other checkouts by their names */
export const describedOrigins = async (
  tables: Tables,
  placed: readonly PlacedOrigin[],
  elsewhere: ReadonlyMap<string, OtherFile>,
): Promise<readonly LineOrigin[]> => {
  const sources = placed.map(({ at }) => at.sourceId)
  const lines = placed.map(({ at }) => String(at.line))
  const rows = placed.length === 0 ? [] : await tables.query(lineOrigins, columns, { sources, lines })
  const described = new Map(rows.map((row) => [recordKey(row), row]))
  const named = await recordNames(
    tables,
    placed.map(({ at }) => at),
  )
  return placed.map(({ origin, at }) => {
    const row = described.get(recordKey(at))
    const other = elsewhere.get(origin.path)
    return {
      source: origin.source === 'agent' && other !== undefined ? 'elsewhere' : origin.source,
      path: other?.path ?? origin.path,
      checkout: other?.checkout ?? null,
      sessionId: at.sessionId,
      title: row?.title ?? at.sessionId,
      commitId: at.commitId,
      record: named(at),
      occurredAt: at.occurredAt,
      by: origin.by,
      agent: { agentId: row?.agentId ?? null, agentType: row?.agentType ?? null },
      prompt: row?.prompt ?? null,
    }
  })
}
