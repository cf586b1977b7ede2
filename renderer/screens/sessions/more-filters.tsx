/** Model, tool, outcome, ending, days and what sessions hold: filters of the list that are set now and then. */
import type { ReactNode } from 'react'
import type { SessionsAddress } from './address.ts'
import { Button } from '../../ui/layout/button.tsx'
import { ChoiceField, ToolChoice } from '../../ui/forms/choice-field.tsx'
import { DayField } from '../../ui/forms/day-field.tsx'
import { formatCount } from '../../../app/model/format/count.ts'
import type { SessionFiltersProps } from './session-filters.tsx'
import { sessionEndings } from '../../../app/model/session-ending.ts'
import { moreFilters, withoutMore } from './sessions-query.ts'

export const MoreFilters = ({ address, extra, onAddress }: SessionFiltersProps): ReactNode => {
  const set = (fields: Partial<SessionsAddress>): void => onAddress({ ...address, ...fields })
  return (
    <div className="bar filters" role="group" aria-label="More filters">
      <ChoiceField
        label="Model"
        all="All models"
        chosen={address.model}
        choices={(extra?.models ?? []).map(({ model, sessions }) => [model, `${model} (${formatCount(sessions)})`])}
        onChoose={(model) => set({ model })}
      />
      <ToolChoice tool={address.tool} onTool={(tool) => set({ tool })} />
      <ChoiceField
        label="Outcome"
        all="All outcomes"
        chosen={address.outcome}
        choices={(extra?.outcomes ?? []).map(({ outcome, sessions }) => [
          outcome,
          `${outcome.replaceAll('_', ' ')} (${formatCount(sessions)})`,
        ])}
        onChoose={(outcome) => set({ outcome })}
      />
      <ChoiceField
        label="Ending"
        all="All endings"
        chosen={address.ending}
        choices={sessionEndings.map((ending) => [
          ending,
          withCount(ending, extra?.endings.find((each) => each.ending === ending)?.sessions),
        ])}
        onChoose={(ending) => set({ ending: sessionEndings.find((each) => each === ending) })}
      />
      <DayField label="From" value={address.since} onDay={(since) => set({ since })} />
      <DayField label="To" value={address.until} onDay={(until) => set({ until })} />
      <Toggle label="Compacted" isOn={address.compacted} onToggle={(compacted) => set({ compacted })} />
      <Toggle label="With sub-agents" isOn={address.delegated} onToggle={(delegated) => set({ delegated })} />
      {moreFilters(address) === 0 ? null : (
        <button type="button" className="link" onClick={() => set(withoutMore)}>
          Remove these filters
        </button>
      )}
    </div>
  )
}

/** Without a number until the endings of all sessions are counted. */
const withCount = (ending: string, sessions: number | undefined): string =>
  sessions === undefined ? ending : `${ending} (${formatCount(sessions)})`

interface ToggleProps {
  readonly label: string
  readonly isOn: boolean
  readonly onToggle: (isOn: boolean) => void
}

const Toggle = ({ label, isOn, onToggle }: ToggleProps): ReactNode => (
  <Button label={label} isSmall isPressed={isOn} onPress={() => onToggle(!isOn)} />
)
