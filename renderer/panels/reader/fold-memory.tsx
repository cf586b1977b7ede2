/** Remembers which parts of a conversation are unfolded, also while they are scrolled out of sight. */
import { createContext, use, useMemo, useState, type ReactNode } from 'react'

type Folds = Map<string, boolean>

const FoldContext = createContext<Folds>(new Map())

/** One memory per conversation; `name` says which. */
export const FoldMemory = ({ name, children }: { readonly name: string; readonly children: ReactNode }): ReactNode => {
  // eslint-disable-next-line react-hooks/exhaustive-deps -- a new name is a new conversation
  const folds = useMemo((): Folds => new Map(), [name])
  return <FoldContext value={folds}>{children}</FoldContext>
}

const OpenContext = createContext(false)

/** While `isOpen`, every part within is open: a match is among them. */
export const OpenFolds = ({ isOpen, children }: { readonly isOpen: boolean; readonly children: ReactNode }): ReactNode => (
  <OpenContext value={isOpen}>{children}</OpenContext>
)

/** Whether the part `name` is open, and how to turn that round. */
export const useFold = (name: string, isOpenAtFirst: boolean): readonly [boolean, () => void] => {
  const folds = use(FoldContext)
  const isForced = use(OpenContext)
  const [isOpen, setOpen] = useState(() => folds.get(name) ?? isOpenAtFirst)
  return [
    isOpen || isForced,
    () => {
      folds.set(name, !isOpen)
      setOpen(!isOpen)
    },
  ]
}

/** Whether every part is open here: a match is among them. */
export const useIsAllOpen = (): boolean => use(OpenContext)
