/** The files that agents read and changed, and every call that did. */
import { toolsOf } from '../../../importer/agents.ts'
import { changerKinds, finderKinds, readerKinds } from '../../model/tool-kind.ts'
import type { Tables } from '../../analytics/queries/run-query.ts'
import { runQuery } from '../../analytics/queries/run-query.ts'
import type { CallParsed } from '../../contract/calls.ts'
import type { FilesPage, FileVersionsPage } from '../../contract/files.ts'
import { resolveSession } from '../commits/resolve-name.ts'

const sessionOf = async (tables: Tables, sessionId: string | undefined): Promise<string | null> =>
  sessionId === undefined ? null : resolveSession(tables, sessionId)

/** A page behind the last row says nothing of how many there are: the first row is asked. */
const paged = async <Row extends { readonly total: number }>(
  offset: number,
  rows: readonly Row[],
  first: () => Promise<readonly Row[]>,
): Promise<number> => (rows[0] ?? (offset === 0 ? undefined : (await first())[0]))?.total ?? 0

const tools = { changers: toolsOf(changerKinds), readers: toolsOf(readerKinds), finders: toolsOf(finderKinds) } as const

/** @throws StrataError not-found, ambiguous-id */
export const listFiles = async (tables: Tables, input: CallParsed<'files.list'>): Promise<FilesPage> => {
  const { text, project, sessionId, offset, limit } = input
  const filters = { ...tools, text: text ?? null, project: project ?? null, session: await sessionOf(tables, sessionId) }
  const rows = await runQuery(tables, 'fileList', { ...filters, offset, limit })
  const total = await paged(offset, rows, () => runQuery(tables, 'fileList', { ...filters, offset: 0, limit: 1 }))
  return { rows: rows.map(withoutTotal), total }
}

/** Every row also has the number of all rows, which is no property of a file. */
const withoutTotal = <R extends { readonly total: number }>({ total, ...row }: R): Omit<R, 'total'> => row

/** @throws StrataError not-found, ambiguous-id */
export const listFileVersions = async (tables: Tables, input: CallParsed<'files.versions'>): Promise<FileVersionsPage> => {
  const { path, sessionId, offset, limit } = input
  const filters = { ...tools, path, session: await sessionOf(tables, sessionId) }
  const rows = await runQuery(tables, 'fileVersions', { ...filters, offset, limit })
  const total = await paged(offset, rows, () => runQuery(tables, 'fileVersions', { ...filters, offset: 0, limit: 1 }))
  return { rows: rows.map(withoutTotal), total }
}
