/** Totals of the store. */
import { call, noRows, nothing } from './call.ts'

export interface StoreView {
  readonly dir: string
  readonly sessions: number
  readonly commits: number
  readonly records: number
  readonly problems: number
  readonly sources: number
  readonly rawBytes: number
  readonly packBytes: number
  readonly indexBytes: number
  /** Changes that the tables do not show: what they say is not all. */
  readonly unshown: number
  /** Number of sessions and checkpoints that cannot be shown, because their packs are missing or damaged. */
  readonly unreadable: { readonly sessions: number; readonly commits: number }
  readonly version: string
}

export const storeCalls = {
  'store.show': call<StoreView>('reads', noRows)(() => nothing),
  /** As in `store.show`, without counting the rest. */
  'store.unreadable': call<StoreView['unreadable']>('reads', noRows)(() => nothing),
} as const
