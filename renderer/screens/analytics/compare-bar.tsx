/** What the boards compare: the kind of groups, and the two groups. */
import type { ReactNode } from 'react'
import type { AnalyticsValues } from '../../../app/contract/analytics.ts'
import { ChoiceField } from '../../ui/forms/choice-field.tsx'
import { DayField } from '../../ui/forms/day-field.tsx'
import { shortenPath } from '../../ui/format/format-path.ts'
import type { Query } from '../../ui/address/query-text.ts'
import { comparedBy, comparedValues, type Comparison } from './comparison.ts'

export interface CompareBarProps {
  readonly fields: Query
  readonly comparison: Comparison | undefined
  readonly values: AnalyticsValues
  readonly onFields: (fields: Query) => void
}

export const CompareBar = ({ fields, comparison, values, onFields }: CompareBarProps): ReactNode => (
  <div className="analytics-compare" role="group" aria-label="Compare with">
    <ChoiceField
      label="Compare"
      all="Compare with…"
      chosen={fields['compare']}
      choices={Object.entries(comparedBy).map(([by, name]) => [by, `Compare ${name}`])}
      onChoose={(compare) => onFields({ ...fields, compare, a: undefined, b: undefined })}
    />
    {comparison === undefined ? null : <Groups fields={fields} comparison={comparison} values={values} onFields={onFields} />}
    {fields['compare'] !== undefined && comparison === undefined ? (
      <span className="faint">Nothing to compare: one value only.</span>
    ) : null}
  </div>
)

const Groups = ({ fields, comparison, values, onFields }: CompareBarProps & { readonly comparison: Comparison }): ReactNode => {
  const { by, chosen } = comparison
  if (by === 'day')
    return (
      <DayField
        label="Day"
        value={chosen[0]}
        first={values.firstDay}
        last={values.lastDay}
        onDay={(day) => onFields({ ...fields, a: day })}
      />
    )
  const choices = comparedValues(by, values).map((value) => [value, shortenPath(value, 40)] as const)
  return (
    <>
      {(['a', 'b'] as const).map((name, at) => (
        <label key={name}>
          {name.toUpperCase()}{' '}
          <ChoiceField
            label={`Group ${name.toUpperCase()}`}
            all="Most frequent"
            chosen={chosen[at]}
            choices={choices}
            onChoose={(value) => onFields({ ...fields, [name]: value })}
          />
        </label>
      ))}
    </>
  )
}
