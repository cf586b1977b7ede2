/** Files of a session that are no longer on this disk, and that may be written back to their places. */
import { stat } from 'node:fs/promises'
import { isHistorySource } from '../../../importer/agents.ts'
import type { MissingFiles } from '../../contract/restore.ts'
import { systemCode } from '../../model/failure.ts'
import type { Store } from '../../store/store.ts'
import { knownSourcesOf } from '../import/known-sources.ts'
import { whyNotInPlace } from './places.ts'

/** A folder that is a file now leads nowhere, too. What cannot be looked at for another reason is not called missing. */
const isMissing = (path: string): Promise<boolean> =>
  stat(path).then(
    () => false,
    (thrown: unknown) => ['ENOENT', 'ENOTDIR'].includes(systemCode(thrown) ?? ''),
  )

/**
 * Counts the files of a session that are missing on disk. Earlier versions of rewritten files have no place on disk, and prompts without a
 * transcript were not in a file.
 */
export const missingFiles = async (store: Store, sessionId: string): Promise<MissingFiles> => {
  const own = (await knownSourcesOf(store, sessionId)).filter(({ role, path }) => role !== 'earlier' && !isHistorySource(path))
  let missing = 0
  for (const source of own) if ((await isMissing(source.path)) && (await whyNotInPlace(source)) === undefined) missing += 1
  return { missing, files: own.length }
}
