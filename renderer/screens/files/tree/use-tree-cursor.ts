/** The cursor of the tree: a file that it rests on is selected, a folder keeps it. */
import { useState } from 'react'
import { useResting } from '../../../ui/forms/use-resting.ts'
import type { TreeRow } from './path-tree.ts'

export interface TreeCursor {
  /** The row that it is on, then the row that it is on when that one is not shown. */
  readonly keys: readonly string[]
  readonly move: (row: TreeRow) => void
  /** Selects a file without waiting. */
  readonly settle: (row: TreeRow) => void
}

/** @param selected the file that is shown: when it changes the cursor leaves the folder */
export const useTreeCursor = (selected: string | undefined, onSelect: (path: string) => void): TreeCursor => {
  const [folder, setFolder] = useState<{ readonly key: string; readonly selected: string | undefined } | undefined>()
  const file = useResting(selected, (path) => {
    if (path !== undefined) onSelect(path)
  })
  return {
    keys: [folder?.selected === selected ? folder?.key : undefined, file.now].filter((key) => key !== undefined),
    move: ({ kind, key }) => {
      setFolder(kind === 'folder' ? { key, selected } : undefined)
      if (kind === 'folder') file.cancel()
      else file.move(key)
    },
    settle: ({ key }) => {
      setFolder(undefined)
      file.settle(key)
    },
  }
}
