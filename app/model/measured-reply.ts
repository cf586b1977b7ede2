/** The size of the context at a reply, as one of its records says it. */
export interface Measured {
  /** The same for all records of the reply. */
  readonly reply: string
  readonly context: number
  /** Null: not available. */
  readonly output: number | null
}
