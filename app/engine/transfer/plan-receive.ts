/** Decides which incoming entries to accept. Existing ones are never overwritten: they are kept, and reported. */
import { commitIdOf } from '../../chains/commit-id.ts'
import type { KeptRef, RefusedItem } from '../../contract/transfer.ts'
import type { ContextCommit } from '../../model/context-commit.ts'
import { StrataError } from '../../model/failure.ts'
import { artifactHash } from '../../model/ids.ts'
import type { Holdings } from '../../store/files/holdings.ts'
import { sessionSubject, type NewJournalEntry } from '../../store/files/journal-entry.ts'
import { catalogFrom, type Catalog, type MadeEntry, type SessionState } from '../reachability/catalog.ts'
import { addAncestors, recordWith } from '../reachability/artifacts-of.ts'
import { pathRulesToReceive } from './carried-filesystems.ts'
import { notesToReceive } from './plan-notes.ts'
import { holdsAll, isSameCommit } from './same-content.ts'
import { aloneEntry } from './select-entries.ts'

export interface ReceivePlan {
  /** To be written. */
  readonly entries: readonly NewJournalEntry[]
  /** Items whose id the receiver has with other content. */
  readonly refused: readonly RefusedItem[]
  /** Refs that do not move, and the names that the incoming ones get. */
  readonly kept: readonly KeptRef[]
  /** Sessions and commits that already exist. */
  readonly unchanged: number
}

export interface ReceiveRules {
  /** The name of the sender in names of refs. */
  readonly origin: string
  /** Whether forks of the receiver move forward to commits that continue from them. */
  readonly movesForks: boolean
  /** True: sessions that were removed from the receiver come back. */
  readonly includesRemoved?: boolean
}

type Readable = Pick<Holdings, 'read' | 'findArtifact'>

class ArrivalPlan {
  readonly #mine: Catalog
  readonly #theirs: Catalog
  readonly #store: Readable
  readonly #rules: ReceiveRules
  readonly #sessions: SessionState[] = []
  readonly #made = new Map<string, MadeEntry>()
  readonly #refs: { readonly name: string; readonly commitId: string }[] = []
  /** Commits that do not come in, and what stands on them neither. */
  readonly #refusedIds = new Set<string>()
  readonly refused: RefusedItem[] = []
  readonly kept: KeptRef[] = []
  unchanged = 0

  constructor(mine: Catalog, theirs: Catalog, store: Readable, rules: ReceiveRules) {
    this.#mine = mine
    this.#theirs = theirs
    this.#store = store
    this.#rules = rules
  }

  async decide(): Promise<void> {
    for (const session of this.#theirs.sessions.values()) await this.#session(session)
    for (const entry of this.#theirs.made.values()) await this.#commit(entry)
    for (const ref of this.#theirs.wishes) if (ref.kind === 'ref' && ref.commit_id !== null) await this.#ref(ref.name, ref.commit_id)
  }

  entries(): readonly NewJournalEntry[] {
    const refs = this.#refs.map(({ name, commitId }): NewJournalEntry => ({ kind: 'ref', name, commit_id: commitId }))
    const sessions = new Set(this.#sessions.map((entry) => entry.session_id))
    const session = (id: string): boolean => sessions.has(id) || this.#mine.sessions.has(id)
    const notes = notesToReceive(this.#theirs.wishes, this.#mine, {
      commit: (id) => this.#has(id),
      session,
      ref: (name) => this.#meansTheSame(name),
    })
    const rules = pathRulesToReceive(this.#theirs, this.#mine)
    return [...this.#sessions, ...this.#made.values(), ...refs, ...notes, ...rules]
  }

  /** Whether a commit exists when everything is written. */
  #has(id: string): boolean {
    if (this.#refusedIds.has(id)) return false
    return this.#mine.commits.has(id) || this.#made.has(id) || this.#sessions.some(({ commits }) => commits.some(([own]) => own === id))
  }

  /** Whether a name means the same commit on both sides when everything is written. The names of made sessions are not in the journal. */
  #meansTheSame(name: string): boolean {
    const theirs = this.#theirs.refs.get(name)
    const mine = this.#refs.find((ref) => ref.name === name)?.commitId ?? this.#mine.refs.get(name)
    return theirs === mine
  }

  async #session(theirs: SessionState): Promise<void> {
    const mine = this.#mine.sessions.get(theirs.session_id)
    const further = mine === undefined ? 'theirs' : await this.#furtherOf(mine, theirs)
    if (further === 'mine') {
      this.unchanged++
      return
    }
    if (this.#isRemoved(theirs) || !(await this.#mayTake(theirs))) return
    if (further === 'theirs') {
      this.#sessions.push({ ...theirs, dropped_refs: droppedRefs(mine, theirs) })
      return
    }
    // Both sides continued separately: new commits are received one by one.
    for (const [id, hash] of theirs.commits)
      if (!this.#mine.commits.has(id)) await this.#commit(await aloneEntry(this.#store, id, hash, this.#made))
    for (const ref of theirs.refs) if (this.#mine.refs.get(ref.name) !== ref.commit_id) await this.#ref(ref.name, ref.commit_id)
  }

  /** A session that was removed here does not come back with a transfer. */
  #isRemoved({ session_id: id, commits }: SessionState): boolean {
    if (this.#rules.includesRemoved === true || !this.#mine.removed.has(sessionSubject(id))) return false
    this.refused.push({ what: 'session', id, reason: 'it was removed from this store' })
    for (const [commit] of commits) if (!this.#mine.commits.has(commit)) this.#refusedIds.add(commit)
    return true
  }

  /**
   * Which of two states of a session holds the other. What the files hold now counts first: a file that was cut back and is whole again has
   * gone further than what it was meanwhile, which holds the whole one too, as what it was before.
   */
  async #furtherOf(mine: SessionState, theirs: SessionState): Promise<'mine' | 'theirs' | undefined> {
    for (const by of ['now', 'ever'] as const) {
      if (await holdsAll(mine, theirs, by, (hash) => this.#store.read(hash))) return 'mine'
      if (await holdsAll(theirs, mine, by, (hash) => this.#store.read(hash))) return 'theirs'
    }
    return undefined
  }

  /** Whether none of a session's commits has an id that belongs to another commit here. */
  async #mayTake(theirs: SessionState): Promise<boolean> {
    const others: string[] = []
    for (const [id, hash] of theirs.commits) if (!(await this.#isFree(id, hash))) others.push(id)
    for (const [, hash] of theirs.commits) {
      const { parent } = await recordWith(this.#store, hash)
      if (parent !== undefined && this.#refusedIds.has(parent)) others.push(parent)
    }
    if (others.length === 0) return true
    this.refused.push({ what: 'session', id: theirs.session_id, reason: `this store has other commits with the ids ${others.join(', ')}` })
    for (const [id] of theirs.commits) if (!this.#mine.commits.has(id) || others.includes(id)) this.#refusedIds.add(id)
    return false
  }

  /** Whether an id names nothing here, or the same commit. */
  async #isFree(id: string, recordHash: string): Promise<boolean> {
    const mine = this.#mine.commits.get(id) ?? this.#made.get(id)?.record_hash
    if (mine === undefined || mine === recordHash) return true
    return isSameCommit(await recordWith(this.#store, mine), await recordWith(this.#store, recordHash))
  }

  async #commit(entry: MadeEntry): Promise<void> {
    const { commit_id: id, parent } = entry
    if (!(await this.#isFree(id, entry.record_hash))) this.#refuse(id, 'this store has another commit with this id')
    else if (parent !== undefined && this.#refusedIds.has(parent)) this.#refuse(id, `its parent ${parent} is refused`)
    else if (this.#mine.commits.has(id)) this.unchanged++
    else if (!this.#has(id)) this.#made.set(id, entry)
  }

  #refuse(id: string, reason: string): void {
    this.#refusedIds.add(id)
    this.refused.push({ what: 'commit', id, reason })
  }

  async #ref(name: string, commitId: string): Promise<void> {
    if (!this.#has(commitId)) {
      this.refused.push({ what: 'ref', id: name, reason: `its commit ${commitId} is refused` })
      return
    }
    const before = this.#mine.refs.get(name)
    if (before === commitId) return
    const mayMove =
      before === undefined || (this.#rules.movesForks && name.startsWith('fork/') && (await this.#descendsFrom(commitId, before)))
    const given = mayMove ? name : `remote/${this.#rules.origin}/${name}`
    if (!mayMove) this.kept.push({ name, commitId: before, incoming: commitId, incomingName: given })
    if (this.#mine.refs.get(given) !== commitId) this.#refs.push({ name: given, commitId })
  }

  /** Whether a commit stands on another. */
  async #descendsFrom(commitId: string, before: string): Promise<boolean> {
    const commits = new Map([...this.#mine.commits, ...this.#theirs.commits])
    const seen = new Set<string>()
    await addAncestors(this.#store, { ...this.#theirs, commits }, commitId, seen)
    return seen.has(before)
  }
}

const droppedRefs = (before: SessionState | undefined, after: SessionState): readonly string[] => {
  const names = new Set(after.refs.map(({ name }) => name))
  return (before?.refs ?? []).map(({ name }) => name).filter((name) => !names.has(name))
}

const recordIs = (id: string, record: ContextCommit): boolean =>
  commitIdOf(
    { parent: record.parent ?? '', artifactRef: record.artifact_ref, createdAt: record.created_at, template: record.template ?? '' },
    id.length - 'ctx-'.length,
  ) === id

/** Ids and records of the commits that an entry brings. */
const commitsIn = (entry: NewJournalEntry): readonly (readonly [string, string])[] => {
  if (entry.kind === 'session') return entry.commits
  return entry.kind === 'commit' ? [[entry.commit_id, entry.record_hash]] : []
}

/**
 * Checks that every commit matches its id and that everything it depends on exists.
 * @throws StrataError transfer-incomplete, artifact-corrupt, commit-malformed
 */
const checkWhole = async (entries: readonly NewJournalEntry[], mine: Catalog, store: Readable): Promise<void> => {
  const incoming = entries.flatMap(commitsIn)
  const arriving = new Set(incoming.map(([id]) => id))
  const unknown = new Set(entries.flatMap((entry) => (entry.kind === 'commit' && entry.unknown_parent === true ? [entry.commit_id] : [])))
  const missing = new Set<string>()
  for (const [id, hash] of incoming) {
    const record = await recordWith(store, artifactHash(hash))
    if (!recordIs(id, record)) throw new StrataError('commit-malformed', `The id ${id} does not match its record`, { commit: id })
    const { parent } = record
    if (parent === undefined || arriving.has(parent) || mine.commits.has(parent) || unknown.has(id)) continue
    missing.add(parent)
  }
  if (missing.size === 0) return
  const list = [...missing].slice(0, 5).join(', ')
  throw new StrataError('transfer-incomplete', `The receiving store lacks ancestors of what is sent: ${list}`, { commits: [...missing] })
}

/**
 * @param store reads artifacts of both sides
 * @throws StrataError transfer-incomplete, artifact-corrupt, commit-malformed
 */
export const planReceive = async (
  mine: Catalog,
  sent: readonly NewJournalEntry[],
  store: Readable,
  rules: ReceiveRules,
): Promise<ReceivePlan> => {
  const plan = new ArrivalPlan(mine, catalogFrom(sent), store, rules)
  await plan.decide()
  const entries = plan.entries()
  await checkWhole(entries, mine, store)
  return { entries, refused: plan.refused, kept: plan.kept, unchanged: plan.unchanged }
}
