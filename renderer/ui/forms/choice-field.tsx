/** One of many, or none of them: a filter that is marked while it is set. */
import type { ReactNode } from 'react'
import { formatCount } from '../../../app/model/format/count.ts'
import { useQuery } from '../calls/use-query.ts'
import './filters.css'

export interface ChoiceFieldProps {
  readonly label: string
  /** The text while nothing is selected. */
  readonly all: string
  readonly chosen: string | undefined
  /** Values and their labels. */
  readonly choices: readonly (readonly [string, string])[]
  readonly onChoose: (value: string | undefined) => void
}

export const ChoiceField = ({ label, all, chosen, choices, onChoose }: ChoiceFieldProps): ReactNode => (
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

/** One of the tools that sessions called, or any. */
interface ToolChoiceProps {
  readonly tool: string | undefined
  readonly onTool: (tool: string | undefined) => void
}

export const ToolChoice = ({ tool, onTool }: ToolChoiceProps): ReactNode => {
  const call = useQuery('sessions.tools', {})
  const tools = call.kind === 'done' ? call.value : []
  return (
    <ChoiceField
      label="Tool"
      all={call.kind === 'failed' ? 'Tools not available' : 'All tools'}
      chosen={tool}
      choices={tools.map((each) => [each.tool, `${each.tool} (${formatCount(each.sessions)})`])}
      onChoose={onTool}
    />
  )
}
