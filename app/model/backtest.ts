/** What backtests count: kinds of needs, and figures over all cases. */

export const needKinds = ['file', 'path', 'symbol', 'command', 'error'] as const
/** What an agent used of its history. */
export type NeedKind = (typeof needKinds)[number]

/** A figure over all cases of a policy. Sessions are drawn again for its intervals, with a fixed seed. */
export interface Figure {
  readonly median: number
  readonly mean: number
  readonly p25: number
  readonly p75: number
  /** 95 % interval of the median; null: all values are of one session. */
  readonly low: number | null
  readonly high: number | null
  /** 95 % interval of the mean; null as above. */
  readonly meanLow: number | null
  readonly meanHigh: number | null
  /** Cases with a value. */
  readonly cases: number
}
