/** The state that an exported conversation had when another agent continued it: the session of that agent keeps it. */
import type { ChainLink } from '../../chains/choose-commits.ts'
import { exportSubject, type NewJournalEntry } from '../../store/files/journal-entry.ts'
import type { PackPlan } from '../../packs/conversation/pack-plan.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import { currentStart } from '../commits/current-chain.ts'
import { sessionsOfChain } from '../file-steps/find-file.ts'
import type { SetState } from './object-levels.ts'

/** The state of a conversation after an export, besides its records. */
export interface ShownState {
  /** Null: none was given. */
  readonly policy: string | null
  /** Calls whose output was one line. */
  readonly oneLine: readonly string[]
  /** Calls whose output was a line in its place and in full at the end. */
  readonly moved: readonly string[]
  /** Uuids of records with attachments that were one line. */
  readonly attachments: readonly string[]
  /** Objects of the list before the chat. */
  readonly pool: readonly string[]
  readonly set: readonly SetState[]
  /** The first commit that was shown; undefined, as what follows: an older version made the export. */
  readonly since?: string | undefined
  /** Tokens; undefined: the export had no budget. */
  readonly budget?: number | undefined
  /** How budgets shortened the turns, in the order in which they were applied. */
  readonly packed?: readonly PackPlan[] | undefined
  /** Calls whose outputs the budget shortened. */
  readonly shortened?: readonly string[] | undefined
  /** Calls, and records with attachments, that were not shown. */
  readonly leftOut?: readonly string[] | undefined
  /** Characters of prompts, replies and calls that were not shown. */
  readonly hiddenChars?: number | undefined
}

/** Nothing differs from the records. */
export const unchangedState: ShownState = { policy: null, oneLine: [], moved: [], attachments: [], pool: [], set: [] }

export interface InheritedState extends ShownState {
  /** The commit that was exported. */
  readonly commitId: string
  /** A compaction came since: the texts are gone, and what was set with them. */
  readonly isCompacted: boolean
}

type ExportEntry = Extract<NewJournalEntry, { readonly kind: 'export' }>

type Held = NonNullable<ExportEntry['state']>

const heldPlan = ({ model, hasState, turns }: PackPlan): NonNullable<Held['packed']>[number] => ({
  model,
  has_state: hasState,
  turns: turns.map(({ from, to, form, isSlim, keptOutputs, tokens }) => ({
    from,
    to,
    form,
    is_slim: isSlim,
    kept_outputs: keptOutputs,
    tokens,
  })),
})

const planOf = ({ model, has_state: hasState, turns }: ReturnType<typeof heldPlan>): PackPlan => ({
  model,
  hasState,
  turns: turns.map(({ is_slim: isSlim, kept_outputs: keptOutputs, ...turn }) => ({ ...turn, isSlim, keptOutputs })),
})

/** As the journal holds it. */
export const heldState = ({ oneLine, set, packed, leftOut, hiddenChars, ...same }: ShownState): Held => ({
  ...same,
  one_line: oneLine,
  set: set.map(({ objectId, active, pinned, indexed, commitId }) => ({
    object_id: objectId,
    active,
    pinned,
    ...(indexed === true ? { indexed } : {}),
    commit_id: commitId,
  })),
  packed: packed?.map(heldPlan),
  left_out: leftOut,
  hidden_chars: hiddenChars,
})

const shownState = ({ one_line: oneLine, set, packed, left_out: leftOut, hidden_chars: hiddenChars, ...same }: Held): ShownState => ({
  ...same,
  oneLine,
  set: set.map(({ object_id: objectId, active, pinned, indexed, commit_id: commitId }) => ({
    objectId,
    active,
    pinned,
    indexed: indexed === true,
    commitId,
  })),
  packed: packed?.map(planOf),
  leftOut,
  hiddenChars,
})

/**
 * The working state of the last export that the chain continues; undefined: the chain continues no export with a recorded state.
 * @param chain tip first, as it is cut now
 */
export const inheritedState = async (
  { store }: Pick<EngineContext, 'store'>,
  chain: readonly ChainLink[],
): Promise<InheritedState | undefined> => {
  const places = new Map(
    chain.flatMap(({ commitId, earlierId = commitId }, place) => [commitId, earlierId].map((id) => [id, place] as const)),
  )
  const found: { readonly place: number; readonly state: InheritedState }[] = []
  for (const session of await sessionsOfChain(store.database, chain)) {
    const entry = store.entry(exportSubject(session))
    const place = entry?.kind === 'export' ? places.get(entry.commit_id) : undefined
    if (entry?.kind !== 'export' || entry.state === undefined || place === undefined) continue
    const isCompacted = chain.slice(0, place).some(({ commitType }) => commitType === 'compaction')
    found.push({ place, state: { ...shownState(entry.state), commitId: entry.commit_id, isCompacted } })
  }
  const last = found.sort((a, b) => a.place - b.place)[0]?.state
  return last?.since === undefined ? last : { ...last, since: await currentStart(store, chain, last.since) }
}

/** With what was set before; of an object that was set on both, what was set here counts. */
export const withInherited = (inherited: InheritedState | undefined, own: readonly SetState[]): readonly SetState[] => {
  if (inherited === undefined || inherited.isCompacted) return own
  const here = new Set(own.map(({ objectId }) => objectId))
  return [...inherited.set.filter(({ objectId }) => !here.has(objectId)), ...own]
}

/** Where a conversation begins that continues an export: as in `--stop`. @param chain tip first */
export const firstShown = ({ since }: InheritedState, chain: readonly ChainLink[]): string =>
  since !== undefined && chain.some(({ commitId }) => commitId === since) ? since : 'compaction'
