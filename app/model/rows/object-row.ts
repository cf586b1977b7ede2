/** The columns of the facts about objects: what records say about files, versions and checks. */
import { choice, count, flag, instant, integer, optional, text, type Row } from '../columns.ts'
import type { Proof } from '../objects/proof.ts'

const place = {
  sessionId: text('session_id'),
  commitId: text('commit_id'),
  sourceId: text('source_id'),
  line: count('line'),
  /** Number of the row among those of its record, from 0. */
  ordinal: integer('ordinal'),
  occurredAt: optional(instant('occurred_at')),
} as const

/** Columns of versions and checks. */
const origin = {
  chain: text('chain'),
  model: optional(text('model')),
  clientVersion: optional(text('client_version')),
  objectId: optional(text('object_id')),
  path: text('path'),
  by: text('given_by'),
  proof: choice<Proof>('proof'),
} as const

const objectSessionTable = {
  sessionId: text('session_id'),
  /** Mark of everything that determines which files the paths name. */
  systemsMark: text('systems_mark'),
  /** Mark of the changes by other sessions that were included. */
  othersMark: text('others_mark'),
} as const

export const objectStepTable = {
  ...place,
  step: choice<'whole' | 'bytes' | 'part' | 'written' | 'edited' | 'sought' | 'gone' | 'absent' | 'moved' | 'copied' | 'ran'>('step'),
  path: optional(text('path')),
  toPath: optional(text('to_path')),
  objectId: optional(text('object_id')),
  effect: optional(text('effect')),
  sourceHash: optional(text('source_hash')),
} as const

const objectTable = {
  objectId: text('object_id'),
  type: text('type'),
  filesystemId: text('filesystem_id'),
  path: text('path'),
} as const

export const objectVersionTable = {
  ...place,
  ...origin,
  isChange: flag('is_change'),
  isThere: flag('is_there'),
  contentHash: optional(text('content_hash')),
  sourceHash: optional(text('source_hash')),
  chars: optional(count('chars')),
  lines: optional(count('lines')),
  knownLines: count('known_lines'),
  added: optional(count('added')),
  removed: optional(count('removed')),
  undone: optional(count('undone')),
  surviving: optional(count('surviving')),
  stale: optional(choice<'observed' | 'likely'>('stale')),
  staleSourceId: optional(text('stale_source_id')),
  staleLine: optional(count('stale_line')),
} as const

export const objectCheckTable = {
  ...place,
  ...origin,
  outcome: choice<'confirmed' | 'refuted' | 'refuted at its end'>('outcome'),
  sinceSourceId: text('since_source_id'),
  sinceLine: count('since_line'),
} as const

const reworkedLinesTable = {
  sessionId: text('session_id'),
  sourceId: text('source_id'),
  line: count('line'),
  ordinal: integer('ordinal'),
  bySourceId: text('by_source_id'),
  byLine: count('by_line'),
  byOrdinal: integer('by_ordinal'),
  lines: count('lines'),
} as const

const gitCommitTable = {
  sessionId: text('session_id'),
  sourceId: text('source_id'),
  line: count('line'),
  occurredAt: optional(instant('occurred_at')),
  folder: text('folder'),
  gitHash: text('git_hash'),
  isMade: flag('is_made'),
} as const

export const objectTables = {
  object_sessions: objectSessionTable,
  object_steps: objectStepTable,
  objects: objectTable,
  record_versions: objectVersionTable,
  object_checks: objectCheckTable,
  reworked_lines: reworkedLinesTable,
  git_commits: gitCommitTable,
} as const

export type ObjectTableName = keyof typeof objectTables
export type ObjectRows = { readonly [T in ObjectTableName]: readonly Row<(typeof objectTables)[T]>[] }
export type ObjectStepRow = Row<typeof objectStepTable>
export type ObjectVersionRow = Row<typeof objectVersionTable>
export type ReworkedLinesRow = Row<typeof reworkedLinesTable>
export type ObjectCheckRow = Row<typeof objectCheckTable>
