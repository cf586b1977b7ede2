/** What can be done with the query in the editor. */
import { History, Play, Square } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { Button } from '../../ui/layout/button.tsx'
import { formatCount } from '../../ui/format/format-count.ts'
import { HistoryPanel } from './history-panel.tsx'
import { SaveQuery } from './save-query.tsx'
import type { Query } from './use-query.ts'

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
        <select value={rowLimit} onChange={(event) => onLimit(Number(event.target.value))}>
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
