/** Marks of the parts of a request: which of them it contains more than once, and which nothing refers to any more. */

/** Which of several: `group` numbers those that belong together, from 1; `nth` of `times`, in the order of the request. */
export interface Repeat {
  readonly group: number
  readonly nth: number
  readonly times: number
}

/**
 * Where a later call, response or prompt of the chain names something of a part, a guess by names: `later`: in the reply or after it;
 * `earlier`: only before the reply; `never`: nowhere.
 */
export type NamedAgain = 'later' | 'earlier' | 'never'

export interface RequestMarks {
  /** Parts of its kind with the same text; null: it is the only one, or shorter than `leastRepeated`. */
  readonly sameText: Repeat | null
  /** Reads of the same file; null: it is the only one, or no read. */
  readonly sameFile: Repeat | null
  /** Null: not judged, because nothing can be looked for. */
  readonly namedAgain: NamedAgain | null
}

/** Shorter texts are equal by chance, UTF-16 code units. */
export const leastRepeated = 100

export const isRepetition = ({ sameText, sameFile }: RequestMarks): boolean => (sameText?.nth ?? 1) > 1 || (sameFile?.nth ?? 1) > 1

/** Nothing refers to it any more from the reply on. */
export const isUnreferred = ({ namedAgain }: RequestMarks): boolean => namedAgain === 'earlier' || namedAgain === 'never'
