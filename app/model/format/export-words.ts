/** Texts about the excluded parts of an export: commits before its first one, and turns that exceed its budget. */
import { formWords, type PackForm } from '../pack-form.ts'
import { countOf, formatCount } from './count.ts'

/** As much of an export as says what it excludes. */
interface Excluding {
  readonly commits: readonly string[]
  readonly earlier: number
  readonly budget: {
    readonly budget: number
    readonly tokens: number | null
    readonly from: string | null
    readonly excluded: number
    readonly packs: readonly { readonly form: PackForm }[]
  } | null
}

type Packs = NonNullable<Excluding['budget']>['packs']

/** “2 excluded, 3 shortened”; '': everything is in full. */
const packWords = (packs: Packs): string =>
  (['left_out', 'compact', 'truncated'] as const)
    .flatMap((form) => {
      const count = packs.filter((pack) => pack.form === form).length
      return count === 0 ? [] : [`${formatCount(count)} ${formWords[form]}`]
    })
    .join(', ')

const budgetWords = ({ budget }: Excluding): readonly string[] => {
  if (budget === null) return []
  const most = `${formatCount(budget.budget)} tokens`
  if (budget.tokens === null) return [`The budget of ${most} was not checked: no reply records its input tokens.`]
  const packed = packWords(budget.packs)
  if (packed !== '')
    return [
      `To fit the budget of ${most}, of ${countOf(budget.packs.length, 'part')}: ${packed}; the export takes about ${formatCount(budget.tokens)} tokens.`,
    ]
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
