/** Compares two versions without holding up the window. */
import { useEffect, useMemo, useState } from 'react'
import { knownLines } from '../../../../app/model/objects/known-lines.ts'
import type { ShownFile } from '../lines/known-file.ts'
import { compareLines, type Comparison } from './compare-lines.ts'

interface Done {
  readonly before: ShownFile
  readonly after: ShownFile
  readonly comparison: Comparison
}

/** undefined: it is on its way. */
export const useComparison = (before: ShownFile, after: ShownFile): Comparison | undefined => {
  const old = useMemo(() => knownLines(before), [before])
  const now = useMemo(() => knownLines(after), [after])
  const [done, setDone] = useState<Done | undefined>()
  useEffect(() => {
    let isCurrent = true
    void compareLines(old, now).then((comparison) => {
      if (isCurrent) setDone({ before, after, comparison })
    })
    return () => {
      isCurrent = false
    }
  }, [old, now, before, after])
  return done?.before === before && done.after === after ? done.comparison : undefined
}
