/** The editor: SQL in colours, completion of tables, columns and functions, and a mark where DuckDB found a mistake. */
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import type { SchemaTable } from '../../../app/contract/sql.ts'
import { openEditor, type Mistake, type OpenEditor } from './open-editor.ts'
import { ask } from '../../ui/calls/bridge.ts'

export interface SqlEditorProps {
  readonly text: string
  readonly tables: readonly SchemaTable[]
  readonly functions: readonly string[]
  readonly mistake: Mistake | undefined
  readonly editor: RefObject<OpenEditor | null>
  readonly onText: (text: string) => void
  readonly onRun: () => void
}

export const SqlEditor = (props: SqlEditorProps): ReactNode => {
  const { text, tables, functions, mistake, editor } = props
  const host = useRef<HTMLDivElement>(null)
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })
  /** Typed texts that the parent has not passed back yet: more may be typed until then, and must not be lost. */
  const typing = useRef<string[]>([])
  useEffect(() => {
    if (host.current === null) return undefined
    const opened = openEditor(host.current, latest.current.text, {
      onText: (typed) => {
        typing.current.push(typed)
        latest.current.onText(typed)
      },
      onRun: () => latest.current.onRun(),
    })
    editor.current = opened
    return () => {
      editor.current = null
      opened.close()
    }
  }, [editor])
  useEffect(() => {
    const at = typing.current.indexOf(text)
    typing.current.splice(0, at === -1 ? typing.current.length : at + 1)
    if (at === -1) editor.current?.setText(text)
  }, [editor, text])
  useEffect(() => editor.current?.setWords(tables, functions), [editor, tables, functions])
  useEffect(() => editor.current?.setMistake(mistake), [editor, mistake])
  return <div ref={host} className="sql-editor" data-typing="" />
}

const sql = `
  SELECT DISTINCT function_name
  FROM duckdb_functions()
  WHERE function_type IN ('scalar', 'aggregate', 'table', 'macro') AND regexp_matches(function_name, '^[a-z][a-z0-9_]*$')
  ORDER BY function_name`

let known: readonly string[] | undefined

/** Names of the functions that DuckDB knows, for completion. */
export const useFunctions = (): readonly string[] => {
  const [functions, setFunctions] = useState<readonly string[]>(known ?? [])
  useEffect(() => {
    if (known !== undefined) return
    ask('sql.run', { sql, queryId: `functions-${Date.now()}` }).then(
      ({ rows }) => {
        known = rows.flatMap(([name]) => (typeof name === 'string' ? [name] : []))
        setFunctions(known)
      },
      // Without them there is less to complete.
      () => undefined,
    )
  }, [])
  return functions
}
