/** Properties that all dialogs about the store share. */

export interface StoreDialogProps {
  /** The remote that it is about at first. */
  readonly remote: string | undefined
  /** Names of sessions and commits that are selected at first; undefined: everything. */
  readonly names?: readonly string[] | undefined
  readonly onClose: () => void
}
