/**
 * Sends the readable part when something is damaged. Sessions and commits with damaged artifacts are excluded, with their descendants, and
 * reported.
 */
import type { UnreadableItem } from '../../contract/transfer.ts'
import { damageOf } from '../../model/failure.ts'
import type { Holdings } from '../../store/files/holdings.ts'
import type { JobProgress } from '../kernel/job.ts'
import { artifactsOf, recordWith } from '../reachability/artifacts-of.ts'
import { catalogFrom, type Catalog, type MadeEntry, type SessionState } from '../reachability/catalog.ts'
import type { Asked } from './select-entries.ts'

type Readable = Pick<Holdings, 'read' | 'findArtifact'>
type Held = SessionState | MadeEntry

const nameOf = (entry: Held): string => (entry.kind === 'session' ? entry.session_id : entry.commit_id)

/** Why not all of it can be read; undefined: it can. */
const damageIn = async (store: Readable, entry: Held): Promise<string | undefined> => {
  try {
    for await (const { hash } of artifactsOf(store, [entry])) await store.read(hash)
    return undefined
  } catch (thrown) {
    const damage = damageOf(thrown)
    if (damage === undefined) throw thrown
    return damage
  }
}

const commitsOf = (entry: Held): readonly string[] => (entry.kind === 'session' ? entry.commits.map(([id]) => id) : [entry.commit_id])

/** Commits of others that it stands on. */
const parentsOf = async (store: Readable, entry: Held): Promise<readonly string[]> => {
  if (entry.kind === 'commit') return entry.parent === undefined ? [] : [entry.parent]
  const parents: string[] = []
  for (const [, hash] of entry.commits) parents.push((await recordWith(store, hash)).parent ?? '')
  const own = new Set(commitsOf(entry))
  return parents.filter((id) => id !== '' && !own.has(id))
}

/** Excludes the descendants of excluded entries, until there are none. */
const leaveOutFollowers = (parents: ReadonlyMap<Held, readonly string[]>, reasons: Map<Held, string>): void => {
  const unreadable = new Set([...reasons.keys()].flatMap(commitsOf))
  for (let before = -1; before < reasons.size;) {
    before = reasons.size
    for (const [entry, parentIds] of parents) {
      const lost = parentIds.find((id) => unreadable.has(id))
      if (lost === undefined || reasons.has(entry)) continue
      reasons.set(entry, `its ancestor ${lost} is excluded`)
      for (const id of commitsOf(entry)) unreadable.add(id)
    }
  }
}

interface ReadablePart {
  readonly catalog: Catalog
  /** Excluded items, with the reason. */
  readonly unreadable: readonly UnreadableItem[]
}

const readablePart = async (store: Readable, catalog: Catalog, progress: JobProgress): Promise<ReadablePart> => {
  const entries: readonly Held[] = [...catalog.sessions.values(), ...catalog.made.values()]
  const reasons = new Map<Held, string>()
  const parents = new Map<Held, readonly string[]>()
  progress.phase('Checking what can be read', 'entries', entries.length)
  for (const entry of entries) {
    progress.checkpoint()
    const damage = await damageIn(store, entry)
    if (damage === undefined) parents.set(entry, await parentsOf(store, entry))
    else reasons.set(entry, damage)
    progress.advance(1)
  }
  leaveOutFollowers(parents, reasons)
  return {
    catalog: catalogFrom([...entries.filter((entry) => !reasons.has(entry)), ...catalog.wishes, ...catalog.identity]),
    unreadable: [...reasons].map(([entry, reason]) => ({ what: entry.kind, id: nameOf(entry), reason })),
  }
}

interface Sending {
  readonly store: Readable
  readonly catalog: Catalog
  readonly asked: Asked
}

/**
 * Sends everything. When the caller asked for everything and some of it is unreadable, sends the rest; only then is each session checked.
 * @param send sends what a catalog contains
 * @throws every error of `send` when the caller asked for names, and every error that is no damage
 */
export const sendReadable = async <T>(
  { store, catalog, asked }: Sending,
  progress: JobProgress,
  send: (catalog: Catalog) => Promise<T>,
): Promise<T & { readonly unreadable: readonly UnreadableItem[] }> => {
  try {
    return { ...(await send(catalog)), unreadable: [] }
  } catch (thrown) {
    if (asked.names.length > 0 || damageOf(thrown) === undefined) throw thrown
    const part = await readablePart(store, catalog, progress)
    if (part.unreadable.length === 0) throw thrown
    return { ...(await send(part.catalog)), unreadable: part.unreadable }
  }
}
