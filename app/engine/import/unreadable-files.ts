/** Files and folders that an import could not read: kept in the journal, so that they are shown until an import can. */
import { problemActions, type ProblemCode } from '../../model/problem.ts'
import type { Store } from '../../store/store.ts'
import { sourceIdOf } from '../../transcripts/hash-file.ts'

export interface UnreadableFile {
  readonly source_id: string
  readonly file: string
  readonly code: string
  readonly reason: string
  readonly action: string
  /** Number of the line, from 1, and its place in bytes. Absent: the whole file was not read. */
  readonly line?: number | undefined
  readonly offset?: number | undefined
  readonly length?: number | undefined
}

export const notRead = (path: string, file: string, code: ProblemCode, reason: string): UnreadableFile => ({
  source_id: sourceIdOf(path),
  file,
  code,
  reason,
  action: problemActions[code],
})

/** An entry that is no file and an empty file stay unreadable: they are tried again only when the watcher reports a change. */
export const mayBeReadLater = ({ code }: UnreadableFile): boolean => code !== 'not-a-file' && code !== 'emptied-file'

/** The files that could not be read, among those that were examined. */
const unreadableFiles = (store: Store): readonly UnreadableFile[] => {
  const entry = store.entry('unreadable')
  return entry?.kind === 'unreadable' ? entry.files : []
}

/**
 * Replaces the list when it has changed.
 * @param wasSearched whether a source was tried now; other sources stay in the list.
 */
export const writeUnreadable = async (
  store: Store,
  unreadable: readonly UnreadableFile[],
  wasSearched: (sourceId: string) => boolean,
): Promise<void> => {
  const known = unreadableFiles(store)
  const files = [...known.filter((file) => !wasSearched(file.source_id)), ...unreadable]
  if (JSON.stringify(known) === JSON.stringify(files)) return
  await store.writeUnits([{ entries: [], journal: { kind: 'unreadable', files }, replaces: undefined, rows: {} }])
}

/** Removes files that no longer exist from the list. */
export const forgetUnreadable = (store: Store, gone: readonly string[]): Promise<void> => {
  const sources = new Set(gone.map(sourceIdOf))
  return writeUnreadable(store, [], (sourceId) => sources.has(sourceId))
}

/** Why a session's files were not imported: the problem that is listed for each of them. */
interface WhyNotImported {
  readonly problem: ProblemCode
  readonly reason: string
}

const isSystemCode = (code: string | undefined): code is string => /^E[A-Z0-9_]+$/.test(code ?? '')

/**
 * Why a session was not imported. An error that is not from the operating system is a fault of the program.
 * @param code of the error that ended the derivation; undefined: it had none
 */
export const whyNotImported = (code: string | undefined, message: string): WhyNotImported => {
  if (!isSystemCode(code)) return { problem: 'not-understood', reason: message }
  if (code === 'ESHORT') return { problem: 'changed-while-reading', reason: 'the file kept changing while it was read' }
  if (code === 'ERR_WORKER_OUT_OF_MEMORY') return { problem: 'too-large', reason: 'the session needs more memory than available' }
  return { problem: 'unreadable-file', reason: `the file cannot be read: ${code}` }
}
