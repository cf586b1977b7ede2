/** The rows of a conversation along a path: records, and places where other chains leave it. */
import { append } from '../../model/append.ts'
import { mainChain } from '../../model/agent-chain.ts'
import { pathTo, type IndexedCommit, type IndexedFork, type IndexedRecord, type ReadingIndex } from './reading-index.ts'

/** A branch that the path does not follow. */
export interface LeftBranch {
  /** Its last commit. */
  readonly tip: IndexedCommit
  readonly commits: number
}

export type RowPlace = { readonly commit: IndexedCommit } & (
  | { readonly kind: 'record'; readonly record: IndexedRecord }
  | { readonly kind: 'branch'; readonly branch: LeftBranch }
  /** Another session continues from the commit. */
  | { readonly kind: 'fork'; readonly fork: IndexedFork }
  /** A sub-agent that no call of the conversation shows. */
  | { readonly kind: 'agent'; readonly chain: string }
  /** The conversation continues that of another session. */
  | { readonly kind: 'continues'; readonly parentId: string }
)

/** The conversation along a path. */
export interface Reading {
  readonly index: ReadingIndex
  readonly rows: readonly RowPlace[]
  /** Whether a call is on the path: its result is part of its row. */
  readonly hasCall: (call: string) => boolean
  /** The result of a call on the path. */
  readonly resultOf: (call: string) => IndexedRecord | undefined
}

/** The deepest end of a branch: at every commit the child that was cut last. */
export const branchFrom = ({ children }: ReadingIndex, first: IndexedCommit): LeftBranch => {
  let tip = first
  let commits = 1
  for (;;) {
    const next = children
      .get(tip.commitId)
      ?.filter(({ chain }) => chain === first.chain)
      .at(-1)
    if (next === undefined) return { tip, commits }
    tip = next
    commits += 1
  }
}

/** Sub-agents by the call that started them. */
export const agentsByCall = ({ commits }: ReadingIndex): ReadonlyMap<string, string> => {
  const agents = new Map<string, string>()
  for (const { spawnCall, chain } of commits.values()) if (spawnCall !== null) agents.set(spawnCall, chain)
  return agents
}

/** Sub-agents whose call is not in the session, by the commit after which they are shown; '' for those that no commit started. */
const looseAgents = (index: ReadingIndex): ReadonlyMap<string, readonly string[]> => {
  const loose = new Map<string, string[]>()
  const seen = new Set<string>()
  for (const { chain, parentId, branchOf, spawnCall } of index.commits.values()) {
    if (chain === mainChain || seen.has(chain)) continue
    seen.add(chain)
    if (spawnCall !== null && index.calls.has(spawnCall)) continue
    const after = branchOf === 'spawn' && parentId !== null && index.commits.has(parentId) ? parentId : ''
    loose.set(after, [...(loose.get(after) ?? []), chain])
  }
  return loose
}

/** Other beginnings of the main chain, which no commit of the session leads to. */
const otherRoots = (index: ReadingIndex, path: readonly IndexedCommit[]): readonly IndexedCommit[] =>
  [...index.commits.values()].filter(
    (commit) => commit.chain === mainChain && !index.commits.has(commit.parentId ?? '') && commit !== path[0],
  )

const kept = new WeakMap<ReadingIndex, Map<string, Reading>>()

/** @param tip last commit of the conversation */
export const readingTo = (index: ReadingIndex, tip: string): Reading => {
  const ofIndex = kept.get(index) ?? new Map<string, Reading>()
  kept.set(index, ofIndex)
  const reading = ofIndex.get(tip) ?? makeReading(index, tip)
  ofIndex.set(tip, reading)
  return reading
}

const makeReading = (index: ReadingIndex, tip: string): Reading => {
  const path = pathTo(index, tip)
  const onPath = new Set(path.map(({ commitId }) => commitId))
  const on = (records: readonly IndexedRecord[] | undefined): IndexedRecord | undefined =>
    records?.find(({ commitId }) => onPath.has(commitId))
  const hasCall = (call: string): boolean => on(index.calls.get(call)) !== undefined
  return { index, rows: makeRows(index, path, hasCall), hasCall, resultOf: (call) => on(index.results.get(call)) }
}

/** Whether a record is a row: results are part of the row of their call. */
const isRow = ({ results, hasOthers }: IndexedRecord, hasCall: Reading['hasCall']): boolean =>
  results.length === 0 || hasOthers || !results.every(hasCall)

const makeRows = (index: ReadingIndex, path: readonly IndexedCommit[], hasCall: Reading['hasCall']): readonly RowPlace[] => {
  const [first] = path
  if (first === undefined) return []
  const onPath = new Set(path.map(({ commitId }) => commitId))
  const isMain = first.chain === mainChain
  const loose = looseAgents(index)
  const agentRows = (commit: IndexedCommit, after: string): readonly RowPlace[] =>
    (loose.get(after) ?? []).map((chain) => ({ kind: 'agent', commit, chain }))
  const branchRows = (commit: IndexedCommit, firsts: readonly IndexedCommit[]): readonly RowPlace[] =>
    firsts.map((one) => ({ kind: 'branch', commit, branch: branchFrom(index, one) }))
  const rows: RowPlace[] = []
  if (first.parentId !== null && !index.commits.has(first.parentId))
    rows.push({ kind: 'continues', commit: first, parentId: first.parentId })
  if (isMain) append(rows, branchRows(first, otherRoots(index, path)))
  for (const commit of path) {
    for (const record of index.records.get(commit.commitId) ?? []) if (isRow(record, hasCall)) rows.push({ kind: 'record', commit, record })
    append(rows, agentRows(commit, commit.commitId))
    for (const fork of index.forks.get(commit.commitId) ?? []) rows.push({ kind: 'fork', commit, fork })
    const left = (index.children.get(commit.commitId) ?? []).filter(({ chain, commitId }) => chain === first.chain && !onPath.has(commitId))
    append(rows, branchRows(commit, left))
  }
  const last = path.at(-1) ?? first
  return isMain ? [...rows, ...agentRows(last, '')] : rows
}
