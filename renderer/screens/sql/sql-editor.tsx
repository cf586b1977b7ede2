/** The editor: SQL in colours, completion of tables, columns and functions, and a mark where DuckDB found a mistake. */
import { useEffect, useRef, type ReactNode, type RefObject } from 'react'
import type { SchemaTable } from '../../../app/contract/sql.ts'
import { openEditor, type Mistake, type OpenEditor } from './open-editor.ts'

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
  /** What was typed and has not come back yet: by then more may have been typed, and must not be lost. */
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
