/** The folders that transcripts were imported from, each looked up once. */
import type { Tables } from '../../analytics/queries/run-query.ts'
import { rootOf } from './find-file.ts'

/** Of a source; empty: it is in no transcript. */
export type RootOfSource = (sourceId: string) => Promise<string>

export const sourceRoots = (tables: Tables): RootOfSource => {
  const roots = new Map<string, Promise<string | undefined>>()
  return async (sourceId) => {
    const asked = roots.get(sourceId) ?? rootOf(tables, sourceId)
    roots.set(sourceId, asked)
    return (await asked) ?? ''
  }
}
