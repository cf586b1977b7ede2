/** The SQL console: tables on the left, the editor, and below it what the query gave. */
import { useEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react'
import type { SchemaTable } from '../../../app/contract/sql.ts'
import type { SqlAddress } from './address.ts'
import { go } from '../../ui/address/location.ts'
import { Split } from '../../ui/layout/split.tsx'
import { useQuery, type QueryState } from '../../ui/calls/use-query.ts'
import { useCommands } from '../../ui/commands/commands.ts'
import type { Mistake, OpenEditor } from './open-editor.ts'
import { rememberQuery } from './query-history.ts'
import { ResultPane } from './result-pane.tsx'
import { SidePane } from './side-pane.tsx'
import { SqlEditor, useFunctions } from './sql-editor.tsx'
import { SqlToolbar } from './sql-toolbar.tsx'
import { useSqlQuery, type Query, type SqlQueryState } from './use-sql-query.ts'
import './sql.css'

const defaultLimit = 10_000

export const SqlScreen = ({ address }: { readonly address: SqlAddress }): ReactNode => {
  const [text, setText] = useState(address.sql ?? '')
  const [rowLimit, setRowLimit] = useState(defaultLimit)
  const query = useSqlQuery()
  const editor = useRef<OpenEditor>(null)
  const schema = useQuery('sql.schema', {})
  useAsked(address.sql, query, rowLimit, setText)
  const run = (): void => {
    const sql = (editor.current?.chosenText() ?? text).trim()
    if (sql === '') return
    rememberQuery(sql)
    if (sql === address.sql) query.run(sql, rowLimit)
    // The address asks.
    else go({ view: 'sql', sql })
  }
  const show = (sql: string): void => {
    setText(sql)
    editor.current?.focus()
  }
  useCommands([
    { id: 'sql.run', title: 'Run the query or the selection', group: 'SQL', keys: ['Mod+Enter'], run },
    { id: 'sql.stop', title: 'Stop the query', group: 'SQL', keys: ['Alt+.'], run: query.stop },
    { id: 'sql.editor', title: 'Go to the editor', group: 'SQL', keys: ['i'], run: () => editor.current?.focus() },
  ])
  return (
    <Split
      name="sql-side"
      label="Border between tables and editor"
      direction="columns"
      share={0.22}
      first={<SidePane schema={schema} onInsert={(piece) => editor.current?.insert(piece)} onShow={show} />}
      second={
        <Split
          name="sql"
          label="Border between editor and rows"
          direction="rows"
          share={0.35}
          first={
            <section className="sql-top" aria-label="Query">
              <SqlToolbar text={text} query={query} rowLimit={rowLimit} onLimit={setRowLimit} onRun={run} onShow={show} />
              <Editor text={text} editor={editor} schema={schema} state={query.state} onText={setText} onRun={run} />
            </section>
          }
          second={<ResultPane state={query.state} />}
        />
      }
    />
  )
}

/** A query in the address is run: going back to it, or opening a link to it, shows its rows. */
const useAsked = (sql: string | undefined, { run }: Query, rowLimit: number, onText: (text: string) => void): void => {
  const limit = useRef(rowLimit)
  useEffect(() => {
    limit.current = rowLimit
  })
  const shown = useRef(onText)
  useEffect(() => {
    if (sql === undefined) return
    shown.current(sql)
    run(sql, limit.current)
  }, [sql, run])
}

interface EditorProps {
  readonly text: string
  readonly editor: RefObject<OpenEditor | null>
  readonly schema: QueryState<readonly SchemaTable[]>
  readonly state: SqlQueryState
  readonly onText: (text: string) => void
  readonly onRun: () => void
}

const noTables: readonly SchemaTable[] = []

const Editor = ({ schema, state, text, ...others }: EditorProps): ReactNode => {
  const functions = useFunctions()
  const mistake = useMemo(() => findMistake(state, text), [state, text])
  return (
    <SqlEditor {...others} text={text} tables={schema.kind === 'done' ? schema.value : noTables} functions={functions} mistake={mistake} />
  )
}

/** The position of a mistake is valid only while the text is the one that was run. */
const findMistake = (state: SqlQueryState, text: string): Mistake | undefined => {
  if (state.kind !== 'failed' || state.sql !== text.trim()) return undefined
  const { line, column } = state.failure.data
  return typeof line === 'number' && typeof column === 'number' ? { message: state.failure.message, line, column } : undefined
}
