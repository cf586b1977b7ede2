/** The result of the last check or repair of the store. */
import type { RepairResult } from '../../../app/contract/repair.ts'
import type { VerifyResult } from '../../../app/contract/verify.ts'
import type { JobView } from '../../../app/contract/jobs.ts'
import { observable, useObservable } from '../calls/observable.ts'

export type LastCheck =
  { readonly kind: 'verify'; readonly result: VerifyResult } | { readonly kind: 'repair'; readonly result: RepairResult }

const last = observable<LastCheck | undefined>(undefined)

/** Remembers how a check or a repair ended; other jobs change nothing. */
export const noteCheck = ({ kind, state, result }: JobView): void => {
  if (state !== 'done') return
  if (kind === 'verify') last.set({ kind, result: result as VerifyResult })
  if (kind === 'repair') last.set({ kind, result: result as RepairResult })
}

/** Undefined: none since the engine started. */
export const useLastCheck = (): LastCheck | undefined => useObservable(last)

/** Faults that the last check found; 0 when there was none, or a repair after it. */
export const useFaultCount = (): number => {
  const check = useLastCheck()
  return check?.kind === 'verify' ? check.result.faults.length : 0
}
