/** Selects what to send: the entries that the requested names mean, with everything they depend on. */
import { StrataError } from '../../model/failure.ts'
import { artifactHash } from '../../model/ids.ts'
import type { Holdings } from '../../store/files/holdings.ts'
import type { NewJournalEntry } from '../../store/files/journal-entry.ts'
import { keyOf } from '../added-commits/added-session.ts'
import { pathRulesOf, withFilesystems } from './carried-filesystems.ts'
import type { Catalog, MadeEntry, Wish } from '../reachability/catalog.ts'
import { addAncestors, recordWith } from '../reachability/artifacts-of.ts'

export interface Asked {
  /** Commits, refs, sessions, or unique beginnings of their names; none: everything. */
  readonly names: readonly string[]
  /** The receiver has this commit and what it stands on. */
  readonly since: string | undefined
}

export interface Selection {
  readonly entries: readonly NewJournalEntry[]
  /** Commits that the receiver is assumed to have. */
  readonly without: ReadonlySet<string>
  /** The part of `without` that the receiver must have. */
  readonly needs: readonly string[]
}

type Found =
  | { readonly kind: 'session'; readonly id: string }
  /** Made commits that share a session of the tables. */
  | { readonly kind: 'made'; readonly key: string }
  | { readonly kind: 'commit'; readonly id: string }

const shortest = 4
const candidatesListed = 20

const refFound = ({ refs }: Catalog, name: string): readonly Found[] => {
  for (const full of [name, `tag/${name}`, `fork/${name}`]) {
    const id = refs.get(full)
    if (id !== undefined) return [{ kind: 'commit', id }]
  }
  return []
}

const madeKeys = ({ made }: Catalog): readonly string[] => [...new Set([...made.values()].map(({ key }) => key))]

const exactly = (catalog: Catalog, name: string): readonly Found[] => {
  const ref = refFound(catalog, name)
  if (ref.length > 0) return ref
  if (catalog.sessions.has(name)) return [{ kind: 'session', id: name }]
  if (catalog.commits.has(name)) return [{ kind: 'commit', id: name }]
  return madeKeys(catalog).includes(name) ? [{ kind: 'made', key: name }] : []
}

const beginning = (catalog: Catalog, name: string): readonly Found[] => {
  if (name.length < shortest) return []
  const commit = /^[0-9a-f]+$/.test(name) ? `ctx-${name}` : name
  const starts = (whole: string): boolean => whole.startsWith(name)
  const refs = [...catalog.refs].filter(([ref]) => ref.includes('/') && name.includes('/') && starts(ref))
  return [
    ...[...catalog.sessions.keys()].filter(starts).map((id): Found => ({ kind: 'session', id })),
    ...[...catalog.commits.keys()].filter((id) => id.startsWith(commit)).map((id): Found => ({ kind: 'commit', id })),
    ...madeKeys(catalog)
      .filter(starts)
      .map((key): Found => ({ kind: 'made', key })),
    ...[...new Set(refs.map(([, id]) => id))].map((id): Found => ({ kind: 'commit', id })),
  ]
}

const titleOf = (found: Found): string => (found.kind === 'made' ? found.key : found.id)

/** @throws StrataError not-found, ambiguous-id */
const find = (catalog: Catalog, name: string): Found => {
  const exact = exactly(catalog, name)
  const found = exact.length > 0 ? exact : beginning(catalog, name)
  const [first, ...others] = found
  if (first === undefined) throw new StrataError('not-found', `No commit, ref or session has the name “${name}”`, { text: name })
  if (others.length === 0) return first
  const candidates = found.slice(0, candidatesListed).map(titleOf)
  throw new StrataError('ambiguous-id', `“${name}” is ambiguous: ${candidates.join(', ')}`, { text: name, candidates })
}

/** The commit that a name means; for a session, that of its main ref. @throws StrataError not-found, ambiguous-id */
const findCommit = (catalog: Catalog, name: string): string => {
  const found = find(catalog, name)
  if (found.kind === 'commit') return found.id
  const tip =
    found.kind === 'made'
      ? [...catalog.made.values()].filter(({ key }) => key === found.key).at(-1)?.commit_id
      : catalog.sessions.get(found.id)?.refs.at(0)?.commit_id
  if (tip === undefined) throw new StrataError('not-found', `“${name}” has no commits`, { text: name })
  return tip
}

/** Gathers whole sessions, and commits by themselves. */
class Gathered {
  readonly sessions = new Set<string>()
  readonly commits = new Set<string>()
  readonly #store: Pick<Holdings, 'read'>
  readonly #catalog: Catalog
  readonly #without: ReadonlySet<string>

  constructor(store: Pick<Holdings, 'read'>, catalog: Catalog, without: ReadonlySet<string>) {
    this.#store = store
    this.#catalog = catalog
    this.#without = without
  }

  async add(found: Found): Promise<void> {
    if (found.kind === 'session') return this.#addSession(found.id)
    if (found.kind === 'commit') return this.#addCommit(found.id)
    for (const [id, { key }] of this.#catalog.made) if (key === found.key) await this.#addCommit(id)
  }

  /** A session, and whole sessions that it continues: its rows depend on their records. */
  async #addSession(sessionId: string): Promise<void> {
    if (this.sessions.has(sessionId)) return
    this.sessions.add(sessionId)
    for (const [, hash] of this.#catalog.sessions.get(sessionId)?.commits ?? []) {
      const { parent } = await recordWith(this.#store, hash)
      const owner = parent === undefined ? undefined : this.#catalog.sessionOf.get(parent)
      if (owner !== undefined) await this.#addSession(owner)
      else if (parent !== undefined) await this.#addCommit(parent)
    }
  }

  async #addCommit(id: string): Promise<void> {
    const seen = new Set([...this.#without, ...this.commits])
    const before = seen.size
    await addAncestors(this.#store, this.#catalog, id, seen)
    for (const added of [...seen].slice(before)) this.commits.add(added)
  }
}

/** A commit that was cut from a transcript as one by itself; its rows follow from its artifact. */
export const aloneEntry = async (
  store: Pick<Holdings, 'read' | 'findArtifact'>,
  commitId: string,
  recordHash: string,
  before: ReadonlyMap<string, MadeEntry>,
): Promise<MadeEntry> => {
  const record = await recordWith(store, artifactHash(recordHash))
  const parent = record.parent === undefined ? undefined : before.get(record.parent)
  return {
    kind: 'commit',
    commit_id: commitId,
    record_hash: recordHash,
    artifact_hash: await store.findArtifact(record.artifact_ref),
    session_id: record.session_id ?? '',
    key: keyOf(record, commitId, parent),
    ...(record.parent === undefined ? {} : { parent: record.parent }),
  }
}

const isCommits =
  (commits: ReadonlySet<string>, sessions: ReadonlySet<string>, { refs }: Catalog) =>
  (wish: Wish): boolean => {
    if (wish.kind === 'class' || wish.kind === 'thinking' || wish.kind === 'tracked') return sessions.has(wish.session_id)
    // A working state goes with its fork; a session that was made has no name in the journal.
    if (wish.kind === 'state') return commits.has(refs.get(wish.on) ?? wish.commit_id)
    if (wish.kind === 'ref' && !/^(?:tag|fork)\//.test(wish.name)) return false
    if (wish.kind === 'pin' && !wish.pinned) return false
    return wish.commit_id !== null && commits.has(wish.commit_id)
  }

/**
 * @throws StrataError not-found, ambiguous-id, artifact-corrupt
 */
export const selectEntries = async (store: Holdings, catalog: Catalog, { names, since }: Asked): Promise<Selection> => {
  const without = new Set<string>()
  if (since !== undefined) await addAncestors(store, catalog, findCommit(catalog, since), without)
  const gathered = new Gathered(store, catalog, without)
  for (const name of names) await gathered.add(find(catalog, name))
  const sessions = names.length === 0 ? new Set(catalog.sessions.keys()) : gathered.sessions
  const alone = names.length === 0 ? [...catalog.made.keys()].filter((id) => !without.has(id)) : [...gathered.commits]
  const states = withFilesystems(
    [...catalog.sessions.values()].filter((entry) => sessions.has(entry.session_id)),
    catalog,
  )
  const within = new Set(states.flatMap((entry) => entry.commits.map(([id]) => id)))
  const made = new Map<string, MadeEntry>()
  for (const id of alone.filter((id) => !within.has(id)))
    made.set(id, catalog.made.get(id) ?? (await aloneEntry(store, id, catalog.commits.get(id) ?? '', made)))
  const commits = new Set([...within, ...made.keys()])
  const wishes = catalog.wishes.filter(isCommits(commits, sessions, catalog))
  const needs = since === undefined ? [] : [findCommit(catalog, since)]
  return { entries: [...states, ...made.values(), ...wishes, ...pathRulesOf(states, names.length === 0, catalog)], without, needs }
}
