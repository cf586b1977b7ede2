/** Which folders of the tree are open: kept while the window is, so that going back shows the same tree. */
import { useMemo, useState } from 'react'

/** Up to this many files are shown with all folders open. */
const fewFiles = 300

/** Folders that a person opened (true) or folded (false), by the list that they are in. */
const chosen = new Map<string, ReadonlyMap<string, boolean>>()

const none: ReadonlyMap<string, boolean> = new Map()

export interface OpenFolders {
  readonly isOpen: (key: string, depth: number) => boolean
  readonly set: (key: string, isOpen: boolean) => void
}

/** @param list names what is listed @param selected the file that is shown: the folders around it are open until a person folds them */
export const useOpenFolders = (list: string, files: number, selected: string | undefined): OpenFolders => {
  const [, draw] = useState(0)
  const own = chosen.get(list) ?? none
  return useMemo(
    () => ({
      isOpen: (key, depth) => own.get(key) ?? (files <= fewFiles || depth === 0 || isAround(key, selected)),
      set: (key, isOpen) => {
        chosen.set(list, new Map([...own, [key, isOpen]]))
        draw((count) => count + 1)
      },
    }),
    [list, own, files, selected],
  )
}

const isAround = (folder: string, path: string | undefined): boolean =>
  path !== undefined && path.startsWith(folder) && /^[\\/]/.test(path.slice(folder.length))
