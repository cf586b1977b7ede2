/** Starts and stops the trackers of a session, and the import of its transcripts meanwhile. */
import type { TrackShown } from '../../../app/contract/track.ts'
import { ask } from '../calls/bridge.ts'
import { startWatching, stopWatching } from './watching.ts'

/** Folders that are watched because a session is tracked. */
const watched = new Set<string>()

/** Imports the transcripts first, so that changes by the agent are not recorded as changes on disk. */
export const startTracking = async (sessionId: string): Promise<TrackShown> => {
  const { sessions } = await ask('track.show', { sessions: [sessionId] })
  const { folders } = await ask('watch.show', {})
  const roots = sessions.flatMap((session) => session.roots).filter((root) => folders.every((folder) => folder.root !== root))
  for (const root of roots) {
    const { jobId } = await ask('import.start', { paths: [root] })
    await ask('job.wait', { jobId })
    await startWatching([root], false)
    watched.add(root)
  }
  return ask('track.start', { sessions: [sessionId] })
}

/** The folders are watched as long as a session is tracked. */
export const stopTracking = async (sessionId: string): Promise<TrackShown> => {
  const shown = await ask('track.stop', { sessions: [sessionId] })
  if (shown.kept.length === 0 && watched.size > 0) {
    const roots = [...watched]
    watched.clear()
    await stopWatching(roots)
  }
  return shown
}
