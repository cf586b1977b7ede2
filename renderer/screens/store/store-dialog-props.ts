/** What every dialog of the store is given. */

/** What every dialog about the store is given. */
export interface StoreDialogProps {
  /** The remote that it is about at first. */
  readonly remote: string | undefined
  /** What travels at first; undefined: everything. */
  readonly names?: readonly string[] | undefined
  readonly onClose: () => void
}
