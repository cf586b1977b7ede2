/** File, tool, kind, author and days: filters of the log that are set now and then. */
import type { ReactNode } from 'react'
import { commitTypes } from '../../../app/model/context-commit.ts'
import type { LogFilters } from '../../screens/log/address.ts'
import { ChoiceField, ToolChoice } from '../../ui/forms/choice-field.tsx'
import { DayField } from '../../ui/forms/day-field.tsx'
import { TextFilter } from '../../ui/forms/search-field.tsx'

export interface LogFilterRowProps {
  readonly filters: LogFilters
  readonly onFilters: (filters: LogFilters) => void
}

const kinds = { delta: 'Deltas', compaction: 'Compactions', snapshot: 'Snapshots' } as const

export const LogFilterRow = ({ filters, onFilters }: LogFilterRowProps): ReactNode => {
  const set = (name: keyof LogFilters, value: string | undefined): void => {
    const next: Readonly<Record<string, string | undefined>> = { ...filters, [name]: value }
    onFilters(Object.fromEntries(Object.entries(next).filter(([, each]) => each !== undefined)))
  }
  return (
    <div className="bar filters" role="group" aria-label="More filters">
      <TextFilter
        label="File or folder"
        hint="A path that a tool received: in full, its end, or a folder in it"
        text={filters.file}
        onText={(file) => set('file', file)}
      />
      <ToolChoice tool={filters.tool} onTool={(tool) => set('tool', tool)} />
      <ChoiceField
        label="Kind"
        all="All kinds"
        chosen={filters.type}
        choices={commitTypes.map((type) => [type, kinds[type]])}
        onChoose={(type) => set('type', type)}
      />
      <TextFilter
        label="Author"
        hint="The full template or principal of the commit"
        text={filters.author}
        onText={(author) => set('author', author)}
      />
      <DayField label="From" value={filters.since} onDay={(day) => set('since', day)} />
      <DayField label="To" value={filters.until} onDay={(day) => set('until', day)} />
      {Object.keys(filters).length === 0 ? null : (
        <button type="button" className="link" onClick={() => onFilters({})}>
          Remove these filters
        </button>
      )}
    </div>
  )
}
