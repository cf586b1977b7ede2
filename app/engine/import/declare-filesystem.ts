/** Says that folders of transcripts are copies from another file system: that decides which files their sessions name. */
import type { TranscriptFile } from '../../model/transcript-file.ts'
import { text } from '../../model/columns.ts'
import { carried } from '../../store/files/holdings.ts'
import type { NewJournalEntry, SessionEntry } from '../../store/files/journal-entry.ts'
import type { Store } from '../../store/store.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import { filesystemIn, filesystemOfRoot, homeFilesystem, settledMachine } from '../file-systems/file-systems.ts'
import { withWriteLock } from '../kernel/write-lock.ts'
import { sessionOf } from './plan-import.ts'
import sessionsOfRoot from './sessions-of-root.sql?raw'

/** A session whose files of a folder are on a file system; those of other folders stay where they are. */
const movedTo = (entry: SessionEntry, root: string, filesystemId: string, home: string): SessionEntry => {
  const roots = [...new Set([...entry.sources.map((source) => source.root), root])].sort()
  const filesystems = roots.map((one): [string, string] => [one, one === root ? filesystemId : (filesystemIn(entry, one) ?? home)])
  return { ...entry, inputs: { ...entry.inputs, filesystems } }
}

/** Sessions with files of a folder: those whose files were found there, and those that were imported from it before. */
const sessionsOf = async (store: Store, root: string, found: ReadonlySet<string>, before: string, home: string) => {
  const rows = await store.database.query(sessionsOfRoot, { sessionId: text('session_id') }, { root })
  // A session that was fetched may come from a folder of the same name on another machine.
  return rows.flatMap(({ sessionId }) => {
    const entry = store.session(sessionId)
    if (entry === undefined) return []
    return found.has(sessionId) || (filesystemIn(entry, root) ?? home) === before ? [entry] : []
  })
}

/**
 * Sets the file system of the folders that files were found in. Sessions that are imported already follow, without being read again.
 * @returns how many they are
 * @throws StrataError disk-full
 */
export const declareFilesystem = async (
  context: EngineContext,
  files: readonly TranscriptFile[],
  filesystemId: string,
): Promise<number> => {
  const { store } = context
  const machine = await settledMachine(context)
  const home = homeFilesystem(store) ?? machine
  const found = new Set(files.map(sessionOf))
  return withWriteLock(store, async () => {
    const changed = new Map<string, SessionEntry>()
    const roots: NewJournalEntry[] = []
    for (const root of new Set(files.map((file) => file.root))) {
      const before = filesystemOfRoot(store, root) ?? machine
      const moved = (await sessionsOf(store, root, found, before, home)).filter(
        (entry) => (filesystemIn(entry, root) ?? home) !== filesystemId,
      )
      for (const entry of moved) changed.set(entry.session_id, movedTo(changed.get(entry.session_id) ?? entry, root, filesystemId, home))
      if (before !== filesystemId || moved.length > 0)
        roots.push({ kind: 'root', root, filesystem_id: filesystemId, set_at: new Date().toISOString() })
    }
    const entries = [...roots, ...[...changed.values()].map(carried)]
    if (entries.length > 0) await store.writeUnits(entries.map((journal) => ({ entries: [], journal, replaces: undefined, rows: {} })))
    return changed.size
  })
}
