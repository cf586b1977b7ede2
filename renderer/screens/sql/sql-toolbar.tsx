/** Actions on the query in the editor. */
import { History, Play, Square } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { Button } from '../../ui/layout/button.tsx'
import { formatCount } from '../../../app/model/format/count.ts'
import { SaveQuery } from './save-query.tsx'
import type { Query } from './use-sql-query.ts'
import { Panel } from '../../ui/layout/panel.tsx'
import { Empty } from '../../ui/layout/async-states.tsx'
import { queryHistory } from './query-history.ts'

export interface SqlToolbarProps {
  readonly text: string
  readonly query: Query
  readonly rowLimit: number
  readonly onLimit: (rows: number) => void
  readonly onRun: () => void
  readonly onShow: (sql: string) => void
}

const limits = [100, 1000, 10_000, 100_000] as const

export const SqlToolbar = ({ text, query, rowLimit, onLimit, onRun, onShow }: SqlToolbarProps): ReactNode => {
  const [isHistoryOpen, setHistoryOpen] = useState(false)
  const isRunning = query.state.kind === 'running'
  return (
    <div className="bar sql-bar">
      {isRunning ? (
        <Button label="Stop" chord="Alt+." icon={<Square size={14} aria-hidden="true" />} onPress={query.stop} />
      ) : (
        <Button
          label="Run"
          look="primary"
          chord="Mod+Enter"
          icon={<Play size={14} aria-hidden="true" />}
          isDisabled={text.trim() === ''}
          onPress={onRun}
        />
      )}
      <label className="sql-limit">
        At most{' '}
        <select className="field" value={rowLimit} onChange={(event) => onLimit(Number(event.target.value))}>
          {limits.map((rows) => (
            <option key={rows} value={rows}>
              {formatCount(rows)} rows
            </option>
          ))}
        </select>
      </label>
      <span className="spring" />
      <SaveQuery text={text} />
      <Button label="History" icon={<History size={14} aria-hidden="true" />} onPress={() => setHistoryOpen(true)} />
      {isHistoryOpen ? (
        <HistoryPanel
          onClose={() => setHistoryOpen(false)}
          onChoose={(sql) => {
            setHistoryOpen(false)
            onShow(sql)
          }}
        />
      ) : null}
    </div>
  )
}

interface HistoryPanelProps {
  readonly onClose: () => void
  readonly onChoose: (sql: string) => void
}

const HistoryPanel = ({ onClose, onChoose }: HistoryPanelProps): ReactNode => {
  const [filter, setFilter] = useState('')
  const queries = queryHistory().filter((sql) => sql.toLowerCase().includes(filter.toLowerCase()))
  return (
    <Panel label="Query history" heading="Query history" onClose={onClose}>
      <input
        className="field sql-history-filter"
        type="search"
        aria-label="Filter the queries"
        placeholder="Filter"
        value={filter}
        onChange={(event) => setFilter(event.target.value)}
      />
      {queries.length === 0 ? <Empty title="No queries yet" /> : null}
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
