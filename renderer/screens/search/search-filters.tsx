/** Filters as buttons and menus. They read and write the text of the search, which alone says what is set. */
import { useState, type ReactNode } from 'react'
import { filterValues, projectNamed, projectValue, toggledFilter, withFilter } from '../../../app/model/search/edit-search.ts'
import { reasonings, type Reasoning } from '../../../app/model/reasoning.ts'
import { formatCount } from '../../../app/model/format/count.ts'
import type { SearchFacets } from '../../../app/contract/search.ts'
import { textKinds, type TextKind } from '../../../app/model/search/search-query.ts'
import { dayOf } from '../../ui/address/read-fields.ts'
import { refine } from '../../ui/address/location.ts'
import { ChoiceField } from '../../ui/forms/choice-field.tsx'
import { DayField } from '../../ui/forms/day-field.tsx'
import { Button } from '../../ui/layout/button.tsx'
import type { SearchAddress } from './address.ts'
import { useProjectNames } from './project-names.ts'

export interface SearchFiltersProps {
  readonly address: SearchAddress
  /** Undefined: not counted. */
  readonly facets: SearchFacets | undefined
  readonly onText: (text: string) => void
}

const kindNames: Readonly<Record<TextKind, string>> = {
  title: 'Titles',
  prompt: 'Prompts',
  response: 'Responses',
  thinking: 'Thinking',
  call: 'Calls',
  output: 'Outputs',
  injected: 'Injected',
}

const kindHints: Partial<Readonly<Record<TextKind, string>>> = {
  call: 'What tools were called with',
  output: 'What tools put out',
  injected: 'Reminders, attachments and other text that the client added',
}

export const SearchFilters = ({ address, facets, onText }: SearchFiltersProps): ReactNode => {
  const text = address.text ?? ''
  const kinds = filterValues(text, 'kind')
  const isReasoning = address.reasoning !== undefined
  return (
    <div className="bar filters search-filters" role="group" aria-label="Filters">
      {isReasoning ? null : (
        <div className="search-kinds" role="group" aria-label="Kinds of texts">
          {textKinds.map((kind) => (
            <FilterButton
              key={kind}
              label={kindNames[kind]}
              hint={kindHints[kind]}
              count={facets?.kinds.find(({ value }) => value === kind)?.sessions}
              isLeast={facets?.isComplete === false}
              isOn={kinds.includes(kind)}
              onPress={() => onText(toggledFilter(text, 'kind', kind))}
            />
          ))}
          <FilterButton
            label="Errors only"
            isOn={filterValues(text, 'is').includes('error')}
            onPress={() => onText(toggledFilter(text, 'is', 'error'))}
          />
        </div>
      )}
      <ProjectChoice text={text} onText={onText} />
      <Period text={text} onText={onText} />
    </div>
  )
}

interface FilterButtonProps {
  readonly label: string
  readonly hint?: string | undefined
  /** Sessions that it leaves; `isLeast`: or more. */
  readonly count?: number | undefined
  readonly isLeast?: boolean
  readonly isOn: boolean
  readonly onPress: () => void
}

const FilterButton = ({ hint, count, isLeast = false, isOn, ...button }: FilterButtonProps): ReactNode => (
  <Button
    {...button}
    isSmall
    isPressed={isOn}
    {...(hint === undefined ? {} : { hint })}
    {...(count === undefined ? {} : { count: `${formatCount(count)}${isLeast ? '+' : ''}` })}
  />
)

interface TextProps {
  readonly text: string
  readonly onText: (text: string) => void
}

const ProjectChoice = ({ text, onText }: TextProps): ReactNode => {
  const { projects, nameOf } = useProjectNames()
  const [value] = filterValues(text, 'project')
  const chosen = value === undefined ? undefined : projectNamed(value, projects)
  return (
    <ChoiceField
      label="Project"
      all="All projects"
      chosen={chosen ?? value}
      choices={projects.map((project) => [project, nameOf(project)])}
      onChoose={(project) => onText(withFilter(text, 'project', project === undefined ? [] : [projectValue(project, projects)]))}
    />
  )
}

const periods = [
  ['1d', 'Last 24 hours'],
  ['7d', 'Last 7 days'],
  ['30d', 'Last 30 days'],
  ['1y', 'Last year'],
  ['days', 'Between days…'],
] as const

const Period = ({ text, onText }: TextProps): ReactNode => {
  const [showsDays, setShowsDays] = useState(false)
  const [after] = filterValues(text, 'after')
  const [before] = filterValues(text, 'before')
  const day = dayOf(after)
  const hasDays = showsDays || day !== undefined || before !== undefined
  const set = (name: 'after' | 'before', value: string | undefined): void =>
    onText(withFilter(text, name, value === undefined ? [] : [value]))
  const choose = (period: string | undefined): void => {
    setShowsDays(period === 'days')
    if (period !== 'days') onText(withFilter(withFilter(text, 'before', []), 'after', period === undefined ? [] : [period]))
  }
  return (
    <>
      <ChoiceField
        label="Period"
        all="Any time"
        chosen={after !== undefined && day === undefined ? after : hasDays ? 'days' : undefined}
        choices={periods}
        onChoose={choose}
      />
      {hasDays ? (
        <>
          <DayField label="From" value={day} onDay={(value) => set('after', value)} />
          <DayField label="Before" value={dayOf(before)} onDay={(value) => set('before', value)} />
        </>
      ) : null}
    </>
  )
}

const reasoningNames: Readonly<Record<Reasoning, string>> = { decision: 'Decisions', rejection: 'Rejections', tradeoff: 'Trade-offs' }

/** Thoughts that seem to be such, also without a text. */
export const ReasoningButtons = ({ address }: { readonly address: SearchAddress }): ReactNode => (
  <div className="search-kinds" role="group" aria-label="Reasoning">
    {reasonings.map((reasoning) => {
      const isOn = address.reasoning === reasoning
      return (
        <FilterButton
          key={reasoning}
          label={reasoningNames[reasoning]}
          hint="Thinking that contains typical English words"
          isOn={isOn}
          onPress={() => refine({ ...address, reasoning: isOn ? undefined : reasoning, at: undefined })}
        />
      )
    })}
  </div>
)
