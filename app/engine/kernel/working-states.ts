/** States on forks: the objects that an agent which continues from a fork sees in full, and those that are pinned. */
import type { NewJournalEntry } from '../../store/files/journal-entry.ts'
import { stateSubject } from '../../store/files/state-entry.ts'
import type { Store } from '../../store/store.ts'
import type { StoreUnit } from '../../store/tables/store-unit.ts'

export type StateEntry = Extract<NewJournalEntry, { readonly kind: 'state' }>

/** The working states on a ref, in the order in which they were set. @throws StrataError journal-corrupt */
export const statesOn = (store: Pick<Store, 'subjects' | 'entry'>, on: string): readonly StateEntry[] => {
  const beginning = stateSubject({ on, object_id: '' })
  return store
    .subjects()
    .filter((subject) => subject.startsWith(beginning))
    .flatMap((subject) => {
      const entry = store.entry(subject)
      return entry?.kind === 'state' ? [entry] : []
    })
}

const journalUnit = (journal: NewJournalEntry): StoreUnit => ({ entries: [], journal, replaces: undefined, rows: {} })

export const stateUnit = (entry: StateEntry): StoreUnit => journalUnit(entry)

/** A name that is removed takes its working state with it: another fork that gets the name begins without. */
export const unitsToEndStates = (store: Store, on: string): readonly StoreUnit[] => {
  const at = new Date().toISOString()
  return statesOn(store, on).map((entry) => journalUnit({ kind: 'removed', of: stateSubject(entry), removed_at: at }))
}
