/** What every dialog of the store is given. */

/** What every dialog about the store is given. */
export interface StoreDialogProps {
  /** The remote that it is about at first. */
  readonly remote: string | undefined
  readonly onClose: () => void
}
