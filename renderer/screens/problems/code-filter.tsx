/** The kinds of problems with their counts; one can be chosen. */
import type { ReactNode } from 'react'
import type { ProblemsPage } from '../../../app/contract/problems.ts'
import { formatCount } from '../../ui/format/format-count.ts'

export interface CodeFilterProps {
  readonly byCode: ProblemsPage['byCode']
  readonly chosen: string | undefined
  readonly onChoose: (code: string | undefined) => void
}

export const CodeFilter = ({ byCode, chosen, onChoose }: CodeFilterProps): ReactNode => (
  <div className="codes" role="group" aria-label="Kinds of problems">
    {byCode.map(({ code, count }) => (
      <button
        key={code}
        type="button"
        className="button is-small"
        aria-pressed={code === chosen}
        onClick={() => onChoose(code === chosen ? undefined : code)}
      >
        {code} <span className="faint">{formatCount(count)}</span>
      </button>
    ))}
  </div>
)
