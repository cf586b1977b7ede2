/** Writes stored source files back to disk, byte for byte, below a folder the user gives. */
import type { RestoreResult } from '../contract/job-results.ts'
import { StrataError } from '../model/failure.ts'
import type { EngineContext } from './engine-context.ts'
import type { KnownSource } from './import/plan-import.ts'
import { knownSources } from './import/known-sources.ts'
import type { JobProgress } from './job.ts'
import { pathBelow, writeStored } from './stored-bytes.ts'

export type RestoreWhat = { readonly all: true } | { readonly name: string }

/** Sources with the same path below different imported folders go to folders of their own. */
const targets = (sources: readonly KnownSource[]): ReadonlyMap<KnownSource, string> => {
  const taken = new Map<string, number>()
  const result = new Map<KnownSource, string>()
  for (const source of sources) {
    const before = taken.get(source.file) ?? 0
    taken.set(source.file, before + 1)
    result.set(source, before === 0 ? source.file : `root-${before + 1}/${source.file}`)
  }
  return result
}

const matches = (source: KnownSource, name: string): boolean =>
  source.file === name || source.path === name || source.sourceId === name || source.sessionId === name || source.file.endsWith(`/${name}`)

/** Sources that a name means: a file, a path, a session, or a unique beginning of a session's id. */
const select = (sources: readonly KnownSource[], what: RestoreWhat): readonly KnownSource[] => {
  if ('all' in what) return sources
  const exact = sources.filter((source) => matches(source, what.name))
  if (exact.length > 0) return exact
  const sessions = [...new Set(sources.map((source) => source.sessionId).filter((id) => what.name.length >= 4 && id.startsWith(what.name)))]
  if (sessions.length > 1)
    throw new StrataError('ambiguous-id', `“${what.name}” is the beginning of several sessions`, { candidates: sessions })
  const found = sources.filter((source) => source.sessionId === sessions[0])
  if (found.length === 0) throw new StrataError('not-found', `The store holds no file or session “${what.name}”`, { name: what.name })
  return found
}

/** @throws StrataError not-found, ambiguous-id, target-exists, path-refused, disk-full, cancelled */
export const restoreFiles = async (
  context: EngineContext,
  what: RestoreWhat,
  to: string,
  progress: JobProgress,
): Promise<{ readonly result: RestoreResult; readonly summary: string }> => {
  const sources = select(await knownSources(context.store), what)
  progress.phase('Restoring files', 'files', sources.length)
  const files: { readonly file: string; readonly bytes: number }[] = []
  for (const [source, file] of targets(sources)) {
    progress.checkpoint()
    const bytes = await writeStored(pathBelow(to, file), source.manifestHash, source.modifiedNs, (hash) => context.store.read(hash))
    files.push({ file, bytes })
    progress.advance(1)
  }
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  return { result: { files, bytes }, summary: `${files.length} files restored to ${to}` }
}
