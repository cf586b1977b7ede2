/** Tables with their columns, and saved queries. */
import { ChevronDown, ChevronRight, X } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { SchemaTable } from '../../../app/contract/sql.ts'
import { Button } from '../../ui/layout/button.tsx'
import { countOf, formatCompact } from '../../../app/model/format/count.ts'
import { Loaded } from '../../ui/layout/async-states.tsx'
import { useQuery, type QueryState } from '../../ui/calls/use-query.ts'
import { removeQuery, useSavedQueries } from './saved-queries.ts'

export interface SidePaneProps {
  readonly schema: QueryState<readonly SchemaTable[]>
  /** Writes a name at the cursor. */
  readonly onInsert: (name: string) => void
  readonly onShow: (sql: string) => void
}

export const SidePane = ({ schema, onInsert, onShow }: SidePaneProps): ReactNode => (
  <nav className="sql-side" aria-label="Tables and saved queries">
    <h2>Tables</h2>
    <Loaded call={schema} what="Reading the tables">
      {(tables) => (
        <ul className="sql-tables">
          {tables.map((table) => (
            <Table key={table.name} table={table} onInsert={onInsert} />
          ))}
        </ul>
      )}
    </Loaded>
    <Saved onShow={onShow} />
    <BuiltInQueries onShow={onShow} />
  </nav>
)

const Table = ({ table, onInsert }: { readonly table: SchemaTable; readonly onInsert: (name: string) => void }): ReactNode => {
  const [isOpen, setOpen] = useState(false)
  return (
    <li>
      <div className="sql-table" title={table.about ?? undefined}>
        <button
          type="button"
          className="link"
          aria-expanded={isOpen}
          aria-label={`Columns of ${table.name}`}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? <ChevronDown size={14} aria-hidden="true" /> : <ChevronRight size={14} aria-hidden="true" />}
        </button>
        <button type="button" className="link sql-name" onClick={() => onInsert(table.name)}>
          {table.name}
        </button>
        <RowCount table={table} />
      </div>
      {isOpen ? (
        <ul className="sql-columns">
          {table.columns.map(({ name, type, about }) => (
            <li key={name} title={about ?? undefined}>
              <button type="button" className="link sql-name" onClick={() => onInsert(name)}>
                {name}
              </button>
              <span className="faint sql-type">{type.toLowerCase()}</span>
            </li>
          ))}
        </ul>
      ) : null}
    </li>
  )
}

const RowCount = ({ table: { rows, whyNoRows } }: { readonly table: SchemaTable }): ReactNode => {
  if (whyNoRows !== null)
    return (
      <span className="faint" title={`n/a: ${whyNoRows}`}>
        n/a
      </span>
    )
  return rows === null ? null : (
    <span className="faint" title={countOf(rows, 'row')}>
      {formatCompact(rows)}
    </span>
  )
}

const Saved = ({ onShow }: { readonly onShow: (sql: string) => void }): ReactNode => {
  const queries = useSavedQueries()
  return (
    <>
      <h2>Saved queries</h2>
      {queries.length === 0 ? <p className="faint">None yet. “Save…” saves the query in the editor.</p> : null}
      <ul className="sql-tables">
        {queries.map(({ name, sql }) => (
          <li key={name} className="sql-table" title={sql}>
            <button type="button" className="link sql-name" onClick={() => onShow(sql)}>
              {name}
            </button>
            <Button
              label={`Remove the query ${name}`}
              isIconOnly
              isSmall
              look="quiet"
              icon={<X size={12} aria-hidden="true" />}
              onPress={() => removeQuery(name)}
            />
          </li>
        ))}
      </ul>
    </>
  )
}

/** The built-in metrics: their SQL is read and run like any other, and never changed. */
const BuiltInQueries = ({ onShow }: { readonly onShow: (sql: string) => void }): ReactNode => {
  const call = useQuery('analytics.list', {}, 'none')
  return (
    <>
      <h2>Built-in queries</h2>
      <Loaded call={call} what="Reading the metrics">
        {(metrics) => (
          <ul className="sql-tables" aria-label="Built-in queries">
            {metrics.map(({ name, title, row, sql }) => (
              <li key={name} className="sql-table" title={`${title}\n${row}`}>
                <button type="button" className="link sql-name" onClick={() => onShow(sql)}>
                  {name}
                </button>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </>
  )
}
