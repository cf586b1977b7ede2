/** The folders that transcripts were imported from, each looked up once. */
import type { Tables } from '../../analytics/queries/run-query.ts'
import { text } from '../../model/columns.ts'
import sourceRoot from './source-root.sql?raw'

/**
 * Returns the folder from which a source was imported; '' when no transcript has the source, for example for a commit received without one.
 */
export type RootOfSource = (sourceId: string) => Promise<string>

export const sourceRoots = (tables: Tables): RootOfSource => {
  const roots = new Map<string, Promise<string>>()
  const find = async (source: string): Promise<string> =>
    (await tables.query(sourceRoot, { root: text('root') }, { source }))[0]?.root ?? ''
  return (sourceId) => {
    const asked = roots.get(sourceId) ?? find(sourceId)
    roots.set(sourceId, asked)
    return asked
  }
}
