/** The rows of a column: those that both sides have are one row until they are unfolded. */

export interface ColumnRows {
  readonly count: number
  /** Index in the list of the conversation; undefined: there is none, or it is the row that folds what is common. */
  readonly flatAt: (index: number) => number | undefined
  /** Undefined: folded. */
  readonly indexOf: (flatIndex: number) => number | undefined
  /** Index of the first row that the other side does not have. */
  readonly parting: number
}

export interface ColumnRowsOptions {
  readonly total: number
  /** Number of rows before the two part. */
  readonly common: number
  /** The column has a row for what is common; the other one may have it alone. */
  readonly hasFold: boolean
  readonly isUnfolded: boolean
}

export const columnRows = ({ total, common, hasFold, isUnfolded }: ColumnRowsOptions): ColumnRows => {
  const fold = hasFold ? 1 : 0
  const hidden = hasFold && !isUnfolded ? common : 0
  return {
    count: fold + total - hidden,
    flatAt: (index) => (index < fold ? undefined : index - fold + hidden),
    indexOf: (flatIndex) => (flatIndex < hidden ? undefined : flatIndex - hidden + fold),
    parting: fold + common - hidden,
  }
}
