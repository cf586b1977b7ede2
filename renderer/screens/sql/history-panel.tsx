/** Queries that were run before: choosing one puts it into the editor. */
import { useState, type ReactNode } from 'react'
import { Panel } from '../../ui/layout/panel.tsx'
import { Empty } from '../../ui/layout/states.tsx'
import { queryHistory } from './query-history.ts'

export interface HistoryPanelProps {
  readonly onClose: () => void
  readonly onChoose: (sql: string) => void
}

export const HistoryPanel = ({ onClose, onChoose }: HistoryPanelProps): ReactNode => {
  const [filter, setFilter] = useState('')
  const queries = queryHistory().filter((sql) => sql.toLowerCase().includes(filter.toLowerCase()))
  return (
    <Panel label="Queries that were run" heading="Queries that were run" onClose={onClose}>
      <input
        className="field sql-history-filter"
        type="search"
        aria-label="Filter the queries"
        placeholder="Filter"
        value={filter}
        onChange={(event) => setFilter(event.target.value)}
      />
      {queries.length === 0 ? <Empty title="No query was run yet" /> : null}
      <ul className="sql-history">
        {queries.map((sql) => (
          <li key={sql}>
            <button type="button" onClick={() => onChoose(sql)}>
              <code>{sql}</code>
            </button>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
