/** The result of the last query: rows, a chart of them, or an error. */
import { Copy, Download, CircleAlert } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { tableFormats, type TableFormat } from '../../../app/model/sql-rows.ts'
import type { SqlResult } from '../../../app/contract/sql.ts'
import { ask } from '../../ui/calls/bridge.ts'
import { Button } from '../../ui/layout/button.tsx'
import { countOf, formatCount } from '../../../app/model/format/count.ts'
import { formatDuration } from '../../../app/model/format/duration.ts'
import { copyText, showFailure } from '../../ui/layout/notice.ts'
import { Segments } from '../../ui/forms/segments.tsx'
import { Empty, Pending } from '../../ui/layout/async-states.tsx'
import { rowsAsTsv } from './cell-text.ts'
import { QuickChart } from './quick-chart.tsx'
import { ResultGrid } from './result-grid.tsx'
import type { SqlQueryState } from './use-sql-query.ts'
import type { Failure } from '../../../app/model/failure.ts'
import { failureHint } from '../../ui/layout/failure-hint.ts'

export const ResultPane = ({ state }: { readonly state: SqlQueryState }): ReactNode => {
  switch (state.kind) {
    case 'idle':
      return <Empty title="No query yet">Write one SELECT statement; queries only read. Ctrl+Enter runs the query or the selection.</Empty>
    case 'running':
      return <Pending key={state.startedAt} what="Running the query" />
    case 'failed':
      return <QueryFailure failure={state.failure} />
    case 'done':
      return <Result key={state.sql} sql={state.sql} result={state.result} />
  }
}

type Shown = 'rows' | 'chart'

const Result = ({ sql, result }: { readonly sql: string; readonly result: SqlResult }): ReactNode => {
  const [shown, setShown] = useState<Shown>('rows')
  return (
    <section className="sql-result" aria-label="Result">
      <div className="bar">
        <Segments
          label="View"
          chosen={shown}
          choices={[
            ['rows', 'Rows'],
            ['chart', 'Chart'],
          ]}
          onChoose={setShown}
        />
        <span role="status">
          {countOf(result.rows.length, 'row')} in {formatDuration(Math.ceil(result.elapsedMs))}
        </span>
        {result.cut === null ? null : <span className="sql-cut">{cutWords(result)}</span>}
        <span className="spring" />
        <Button
          label="Copy"
          hint="Copy these rows for a spreadsheet"
          icon={<Copy size={14} aria-hidden="true" />}
          onPress={() => copyText(rowsAsTsv(result.columns, result.rows), countOf(result.rows.length, 'row'))}
        />
        {tableFormats.map((format) => (
          <SaveButton key={format} sql={sql} format={format} />
        ))}
      </div>
      {shown === 'rows' ? <ResultGrid result={result} /> : <QuickChart result={result} />}
    </section>
  )
}

const cutWords = ({ cut, rows }: SqlResult): string =>
  cut === 'rows' ? `more than ${formatCount(rows.length)} rows exist` : 'more rows exist, but they are too large to show'

const formatNames: Readonly<Record<TableFormat, string>> = { csv: 'CSV', json: 'JSON', parquet: 'Parquet' }

const SaveButton = ({ sql, format }: { readonly sql: string; readonly format: TableFormat }): ReactNode => (
  <Button
    label={formatNames[format]}
    hint={`Save all rows of the query as ${formatNames[format]}`}
    icon={format === 'csv' ? <Download size={14} aria-hidden="true" /> : undefined}
    onPress={() => void ask('shell.saveTable', { sql, format }).catch(showFailure)}
  />
)

/** The error of DuckDB for a query, with its line and column. */
const QueryFailure = ({ failure }: { readonly failure: Failure }): ReactNode => {
  const { line, column } = failure.data
  return (
    <div className="sql-failure" role="alert">
      <p>
        <CircleAlert size={16} aria-hidden="true" /> <span className="mono">{failure.code}</span>
        {typeof line === 'number' && typeof column === 'number' ? ` at line ${line}, column ${column}` : ''}
      </p>
      <pre>{failure.message}</pre>
      <p className="faint">{failureHint(failure)}</p>
    </div>
  )
}
