/** Asks for what is known of a file at one of its versions. */
import { useMemo } from 'react'
import { useQuery, type QueryState } from '../../../ui/calls/use-query.ts'
import type { LifeVersion } from '../versions/file-life.ts'
import { versionFile, type ShownFile } from './version-file.ts'

/** @param session the only session whose versions were asked for; undefined: those of all */
export const useVersionFile = (path: string, version: LifeVersion, session: string | undefined): QueryState<ShownFile> => {
  const { later, offset } = version
  const ofSession = session === undefined ? {} : { sessionId: session }
  const call = useQuery<'file.show' | 'file.history'>(
    later === 0 ? 'file.show' : 'file.history',
    // An answer has the contents of a record from its last version on.
    later === 0
      ? { path: version.path, after: version.record }
      : { path, ...ofSession, offset: offset - later, limit: later + 1, withContents: true },
    version.sessionId,
  )
  return useMemo(() => {
    if (call.kind !== 'done') return call
    const answer = call.value
    const value = 'ranges' in answer ? answer : versionFile(version, answer)
    // The list of versions is on its way, and with it the new place of this one.
    return value === undefined ? { kind: 'pending' } : { ...call, value }
  }, [call, version])
}
