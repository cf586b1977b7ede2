/** What writing a lake did. */

export interface LakeResult {
  readonly dir: string
  /** Whether names were hashed and texts left out. */
  readonly anonymised: boolean
  readonly tables: number
  /** Files, one for each table, project and month: all, and what was done about them. */
  readonly files: number
  readonly written: number
  readonly unchanged: number
  readonly removed: number
  /** Rows of all files, and bytes. */
  readonly rows: number
  readonly bytes: number
}
