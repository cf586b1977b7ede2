/** The filters that every metric accepts. They are in the address: back, forward, reload and a copied link keep them. */
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { AnalyticsValues } from '../../../app/contract/analytics.ts'
import type { AnalyticsAddress } from './address.ts'
import { ChoiceField } from '../../ui/forms/choice-field.tsx'
import { DayField } from '../../ui/forms/day-field.tsx'
import { formatCompact } from '../../../app/model/format/count.ts'
import { shortenPath } from '../../ui/format/format-path.ts'
import type { Query } from '../../ui/address/query-text.ts'
import { Segments } from '../../ui/forms/segments.tsx'
import { machineZone } from '../../ui/format/machine-zone.ts'
import { chainsOf } from './query-from-address.ts'

export interface FilterBarProps {
  readonly address: AnalyticsAddress
  readonly values: AnalyticsValues
  readonly onFields: (fields: Query) => void
  /** Further choices. */
  readonly children?: ReactNode
}

const withoutName = '(none)'

export const FilterBar = ({ address: { fields }, values, onFields, children }: FilterBarProps): ReactNode => {
  const set = (name: string, value: string | undefined): void => onFields({ ...fields, [name]: value })
  return (
    <div className="bar filters" role="group" aria-label="Filters">
      <ChoiceField
        label="Project"
        all="All projects"
        chosen={fields['project']}
        choices={values.projects.map(({ project, sessions }) => [
          project || withoutName,
          `${shortenPath(project || withoutName, 40)} (${formatCompact(sessions)})`,
        ])}
        onChoose={(value) => set('project', value)}
      />
      <ChoiceField
        label="Template"
        all="All templates"
        chosen={fields['template']}
        choices={values.templates.map(({ template, sessions }) => [
          template || withoutName,
          `${template || withoutName} (${formatCompact(sessions)})`,
        ])}
        onChoose={(value) => set('template', value)}
      />
      <ChoiceField
        label="Model"
        all="All models"
        chosen={fields['model']}
        choices={values.models.map(({ model, events }) => [model, `${model} (${formatCompact(events)})`])}
        onChoose={(value) => set('model', value)}
      />
      <ChoiceField
        label="Agent type"
        all="All agents"
        chosen={fields['agentType']}
        choices={values.agentTypes.map(({ agentType, events }) => [agentType, `${agentType} (${formatCompact(events)})`])}
        onChoose={(value) => set('agentType', value)}
      />
      <DayField label="From" value={fields['since']} first={values.firstDay} last={values.lastDay} onDay={(day) => set('since', day)} />
      <DayField label="To" value={fields['until']} first={values.firstDay} last={values.lastDay} onDay={(day) => set('until', day)} />
      <Segments
        label="Chains"
        chosen={chainsOf(fields)}
        choices={[
          ['both', 'All chains'],
          ['main', 'Main'],
          ['sidechains', 'Sub-agents'],
        ]}
        onChoose={(chains) => set('chains', chains === 'both' ? undefined : chains)}
      />
      <ChoiceField
        label="Time zone"
        all={`${machineZone()} (here)`}
        chosen={fields['zone']}
        choices={zones().map((name) => [name, name])}
        onChoose={(value) => set('zone', value)}
      />
      {children}
      <ActiveFilters fields={fields} onFields={onFields} />
    </div>
  )
}

const zones = (): readonly string[] => ['UTC', ...Intl.supportedValuesOf('timeZone').filter((name) => name !== 'UTC')]

const ownFields: ReadonlySet<string> = new Set([
  ...['project', 'template', 'model', 'agentType', 'since', 'until', 'chains', 'zone'],
  ...['compare', 'a', 'b'],
])

/** Active filters beyond the fields above. Each can be removed, or all together. */
const ActiveFilters = ({ fields, onFields }: { readonly fields: Query; readonly onFields: (fields: Query) => void }): ReactNode => {
  const set = Object.entries(fields).filter(([, value]) => value !== undefined)
  const others = set.filter(([name]) => !ownFields.has(name))
  return (
    <>
      {others.map(([name, value]) => (
        <button
          key={name}
          type="button"
          className="button is-small"
          aria-pressed="true"
          title={value}
          onClick={() => onFields({ ...fields, [name]: undefined })}
        >
          {name} {shortenPath(value ?? '', 24)} <X size={12} aria-label={`Remove the filter ${name}`} />
        </button>
      ))}
      {set.length === 0 ? null : (
        <button type="button" className="link" onClick={() => onFields({})}>
          Remove all filters
        </button>
      )}
    </>
  )
}
