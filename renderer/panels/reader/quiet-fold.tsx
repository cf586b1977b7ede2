/** Notes of the client after a turn as one line, until a person opens it. */
import type { ReactNode } from 'react'
import { countOf } from '../../../app/model/format/count.ts'
import type { QuietRun } from './quiet-runs.ts'

export interface QuietFoldProps {
  readonly run: QuietRun | undefined
  readonly index: number
  readonly isOpen: boolean
  readonly onOpen: (run: QuietRun) => void
  /** The item itself. */
  readonly children: ReactNode
}

export const QuietFold = ({ run, index, isOpen, onOpen, children }: QuietFoldProps): ReactNode => {
  if (run === undefined || isOpen) return children
  if (run.first !== index) return null
  return (
    <button type="button" className="quiet-run link" aria-expanded="false" onClick={() => onOpen(run)}>
      {countOf(run.kinds.length, 'client note')}: {run.kinds.map((kind) => kind.replaceAll('_', ' ')).join(', ')}
    </button>
  )
}
