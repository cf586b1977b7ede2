/** Lists what was tried for a file and did not work. */
import { StrataError } from '../../model/failure.ts'
import type { Tables } from '../../analytics/queries/run-query.ts'
import type { CallParsed } from '../../contract/calls.ts'
import type { AttemptKind, AttemptsView } from '../../contract/reasoning.ts'
import { choice, count, instant, optional, text, type Row } from '../../model/columns.ts'
import { oneLine } from '../../model/format/one-line.ts'
import { isObject, textIn } from '../../model/json-object.ts'
import { withLineNames } from '../kernel/file-lines.ts'
import attemptsSql from './attempts.sql?raw'

const columns = {
  kind: choice<AttemptKind>('kind'),
  by: text('given_by'),
  what: text('what'),
  path: text('path'),
  sessionId: text('session_id'),
  title: text('title'),
  commitId: optional(text('commit_id')),
  occurredAt: optional(instant('occurred_at')),
  sourceId: text('source_id'),
  line: count('line'),
  total: count('total'),
} as const

const maxWhat = 200

/** What an input is about: the command, else what it replaces; as it is where it is no JSON, or was cut. */
const callText = (input: string): string => {
  try {
    const value: unknown = JSON.parse(input)
    if (!isObject(value)) return input
    const replaced = textIn(value, 'old_string')
    return textIn(value, 'command') ?? (replaced === undefined ? '' : `in place of: ${replaced}`)
  } catch {
    return input
  }
}

const shortened = (words: string): string => {
  const line = oneLine(words)
  return line.length <= maxWhat ? line : `${line.slice(0, maxWhat - 1).replace(/[\ud800-\udbff]$/, '')}…`
}

const whatOf = ({ kind, what }: Row<typeof columns>): string =>
  shortened(kind === 'failed call' || kind === 'failed command' ? callText(what) : what)

export const listAttempts = async (tables: Tables, { file, limit }: CallParsed<'reasoning.attempts'>): Promise<AttemptsView> => {
  const name = file
    .split(/[/\\]/)
    .filter((part) => part !== '')
    .at(-1)
  if (name === undefined) throw new StrataError('invalid-input', `${file} names no file`, { file })
  const rows = await tables.query(attemptsSql, columns, { file, name, limit: String(limit) })
  const named = await withLineNames(tables, rows)
  return { rows: named.map(({ total: _, ...row }) => ({ ...row, what: whatOf({ ...row, total: 0 }) })), total: rows[0]?.total ?? 0 }
}
