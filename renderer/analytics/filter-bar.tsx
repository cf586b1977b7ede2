/** The filters that every question takes. They are in the address: back, forward, reload and a copied link keep them. */
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { AnalyticsValues } from '../../app/contract/analytics-views.ts'
import type { AnalyticsAddress } from '../ui/address.ts'
import { formatCompact } from '../ui/format-count.ts'
import { shortenPath } from '../ui/format-path.ts'
import type { Query } from '../ui/query-text.ts'
import { Segments } from '../ui/segments.tsx'
import { useCall } from '../ui/use-call.ts'
import { chainsOf, machineZone } from './asked.ts'

export interface FilterBarProps {
  readonly address: AnalyticsAddress
  readonly onFields: (fields: Query) => void
}

const none: AnalyticsValues = { projects: [], templates: [], models: [], firstDay: null, lastDay: null, zone: '' }
const withoutName = '(none)'

export const FilterBar = ({ address: { fields }, onFields }: FilterBarProps): ReactNode => {
  const zone = fields['zone'] ?? machineZone()
  const call = useCall('analytics.values', { zone })
  const values = call.kind === 'done' ? call.value : none
  const set = (name: string, value: string | undefined): void => onFields({ ...fields, [name]: value })
  return (
    <div className="bar analytics-filters" role="group" aria-label="Filters">
      <Choice
        label="Project"
        all="Every project"
        chosen={fields['project']}
        choices={values.projects.map(({ project, sessions }) => [
          project || withoutName,
          `${shortenPath(project || withoutName, 40)} (${formatCompact(sessions)})`,
        ])}
        onChoose={(value) => set('project', value)}
      />
      <Choice
        label="Template"
        all="Every template"
        chosen={fields['template']}
        choices={values.templates.map(({ template, sessions }) => [
          template || withoutName,
          `${template || withoutName} (${formatCompact(sessions)})`,
        ])}
        onChoose={(value) => set('template', value)}
      />
      <Choice
        label="Model"
        all="Every model"
        chosen={fields['model']}
        choices={values.models.map(({ model, events }) => [model, `${model} (${formatCompact(events)})`])}
        onChoose={(value) => set('model', value)}
      />
      <Day label="From" value={fields['since']} values={values} onDay={(day) => set('since', day)} />
      <Day label="To" value={fields['until']} values={values} onDay={(day) => set('until', day)} />
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
      <Choice
        label="Time zone"
        all={`${machineZone()} (here)`}
        chosen={fields['zone']}
        choices={zones().map((name) => [name, name])}
        onChoose={(value) => set('zone', value)}
      />
      <ActiveFilters fields={fields} onFields={onFields} />
    </div>
  )
}

const zones = (): readonly string[] => ['UTC', ...Intl.supportedValuesOf('timeZone').filter((name) => name !== 'UTC')]

interface ChoiceProps {
  readonly label: string
  readonly all: string
  readonly chosen: string | undefined
  readonly choices: readonly (readonly [string, string])[]
  readonly onChoose: (value: string | undefined) => void
}

const Choice = ({ label, all, chosen, choices, onChoose }: ChoiceProps): ReactNode => (
  <select
    className={`field ${chosen === undefined ? '' : 'is-set'}`}
    aria-label={label}
    value={chosen ?? ''}
    onChange={(event) => onChoose(event.target.value === '' ? undefined : event.target.value)}
  >
    <option value="">{all}</option>
    {chosen === undefined || choices.some(([value]) => value === chosen) ? null : <option value={chosen}>{chosen}</option>}
    {choices.map(([value, name]) => (
      <option key={value} value={value}>
        {name}
      </option>
    ))}
  </select>
)

interface DayProps {
  readonly label: string
  readonly value: string | undefined
  readonly values: AnalyticsValues
  readonly onDay: (day: string | undefined) => void
}

const Day = ({ label, value, values, onDay }: DayProps): ReactNode => (
  <label className="analytics-day">
    {label}{' '}
    <input
      className={`field ${value === undefined ? '' : 'is-set'}`}
      type="date"
      value={value ?? ''}
      min={values.firstDay ?? undefined}
      max={values.lastDay ?? undefined}
      onChange={(event) => onDay(event.target.value === '' ? undefined : event.target.value)}
    />
  </label>
)

const ownFields: ReadonlySet<string> = new Set(['project', 'template', 'model', 'since', 'until', 'chains', 'zone'])

/** What restricts beyond the fields above, each to be taken back; and all of it at once. */
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
