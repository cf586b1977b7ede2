/** Puts a transcript where Claude Code looks for it, and records which commit its session continues from. */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { CallParsed } from '../../contract/calls.ts'
import type { CommitView } from '../../contract/commits.ts'
import { StrataError } from '../../model/failure.ts'
import { optional, text } from '../../model/columns.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import { heldState, type ShownState } from '../context/inherited-state.ts'
import { setRef } from '../refs/refs.ts'
import sessionPlace from './session-place.sql?raw'
import type { ExportFile } from './make-form.ts'
import { resumeCommand, transcriptFolder, writeExport } from './export-folder.ts'

interface Installed {
  readonly path: string
  readonly command: string
  readonly ref: string
}

/** The working directory of the session that a commit is of. @throws StrataError invalid-input */
export const sessionCwd = async ({ store }: EngineContext, { sessionId }: CommitView): Promise<string> => {
  const [row] = await store.database.query(sessionPlace, { cwd: optional(text('cwd')) }, { session: sessionId })
  if (row?.cwd != null) return row.cwd
  throw new StrataError('invalid-input', 'The records do not contain the working directory of the session', {
    session: sessionId,
    option: 'cwd',
  })
}

type MadeTranscript = ExportFile & { readonly state?: ShownState | undefined }

/** Records from which commit the session of a transcript continues, and in which state. Its transcript may be anywhere. */
export const recordExport = async (
  { store }: EngineContext,
  commitId: string,
  { sessionId, uuids, state }: MadeTranscript,
): Promise<void> => {
  if (sessionId === null) return
  const held = state === undefined ? {} : { state: heldState(state) }
  const journal = { kind: 'export', session_id: sessionId, commit_id: commitId, uuids, ...held } as const
  await store.writeUnits([{ entries: [], journal, replaces: undefined, rows: {} }])
}

/**
 * The file exists before the store has its name. It is removed when the store cannot write that name, so every name has a file.
 * @throws StrataError target-exists, path-refused, disk-full, name-taken, invalid-input
 */
export const installExport = async (
  context: EngineContext,
  input: CallParsed<'export.make'>,
  { commit, made, cwd }: { readonly commit: CommitView; readonly made: MadeTranscript; readonly cwd: string },
): Promise<Installed> => {
  const { commitId } = commit
  const sessionId = made.sessionId ?? ''
  const path = join(transcriptFolder(cwd, input.configDir, context.env), `${sessionId}.jsonl`)
  await writeExport(path, made.bytes)
  try {
    const ref = await setRef(context, { kind: 'fork', name: input.name ?? `export-${sessionId.slice(0, 8)}`, commitId, move: false })
    await recordExport(context, commitId, made)
    return { path, command: resumeCommand(cwd, sessionId), ref: ref.name }
  } catch (cause) {
    await rm(path, { force: true })
    throw cause
  }
}
