/** What an export excludes, in words: commits before its first one, and turns that exceed its budget. */
import type { ExportView } from '../../contract/export.ts'
import { countOf, formatCount } from './count.ts'

type Excluding = Pick<ExportView, 'commits' | 'earlier' | 'budget'>

const budgetWords = ({ budget }: Excluding): readonly string[] => {
  if (budget === null) return []
  const most = `${formatCount(budget.budget)} tokens`
  if (budget.tokens === null) return [`The budget of ${most} was not checked: no reply records its input tokens.`]
  if (budget.from === null) return []
  const out = countOf(budget.excluded, 'commit')
  return [`To fit the budget of ${most}, ${out} before ${budget.from} are excluded; the export takes ${formatCount(budget.tokens)} tokens.`]
}

/** A sentence for each; none: everything is in it. */
export const exclusionWords = (view: Excluding): readonly string[] => {
  const all = view.commits.length + view.earlier
  const [first] = view.commits
  const before =
    view.earlier === 0 || first === undefined || (view.budget?.from ?? null) !== null
      ? []
      : [
          `${formatCount(view.earlier)} of ${countOf(all, 'commit')} are excluded: the export begins at ${first}. To include all, begin at the root.`,
        ]
  return [...before, ...budgetWords(view)]
}
