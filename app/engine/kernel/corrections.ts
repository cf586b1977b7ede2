/** The corrected classes and types that count now, from the journal. */
import type { Correction } from '../../model/correction.ts'
import type { CorrectedTypes } from '../../reasoning/event-id.ts'
import type { Store } from '../../store/store.ts'

/** Sorted by record key, so that every derivation that uses them gives equal rows. @throws StrataError journal-corrupt */
export const correctionsOf = (store: Store): readonly Correction[] =>
  store
    .wishes()
    .flatMap((wish): readonly Correction[] => {
      if (wish.kind !== 'class' || wish.class === null) return []
      return [
        {
          recordKey: wish.record,
          class: wish.class,
          sourceId: wish.source_id,
          line: wish.line,
          sessionId: wish.session_id,
          uuid: wish.uuid,
          reason: wish.reason,
          correctedAt: Date.parse(wish.corrected_at),
        },
      ]
    })
    .sort((a, b) => (a.recordKey < b.recordKey ? -1 : 1))

/** Types that persons gave events. @throws StrataError journal-corrupt */
export const correctedTypes = (store: Store): CorrectedTypes =>
  new Map(store.wishes().flatMap((wish) => (wish.kind === 'thinking' && wish.type !== null ? [[wish.event_id, wish.type] as const] : [])))
