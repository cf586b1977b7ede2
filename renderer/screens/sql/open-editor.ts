/** Opens the text editor in a separate shadow root, which allows its styles and isolates them. */
import {
  autocompletion,
  closeCompletion,
  completionKeymap,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap, toggleComment } from '@codemirror/commands'
import { bracketMatching, HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { PostgreSQL, sql } from '@codemirror/lang-sql'
import { setDiagnostics, type Diagnostic } from '@codemirror/lint'
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search'
import { Compartment, EditorState, type Extension } from '@codemirror/state'
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import type { SchemaTable } from '../../../app/contract/sql.ts'

/** Where DuckDB found what is wrong. */
export interface Mistake {
  readonly message: string
  /** From 1. */
  readonly line: number
  readonly column: number
}

export interface OpenEditor {
  /** Replaces the text in the editor; the same text changes nothing. */
  setText(text: string): void
  setWords(tables: readonly SchemaTable[], functions: readonly string[]): void
  setMistake(mistake: Mistake | undefined): void
  /** Writes at the cursor. */
  insert(text: string): void
  /** The selected text; the whole text when nothing is selected. */
  chosenText(): string
  focus(): void
  close(): void
}

interface Listeners {
  readonly onText: (text: string) => void
  readonly onRun: () => void
}

const look = EditorView.theme({
  '&': { height: '100%', color: 'var(--text)', backgroundColor: 'var(--surface)', fontSize: '12.5px' },
  '&.cm-focused': { outline: '2px solid var(--focus)', outlineOffset: '-2px' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.5' },
  '.cm-content': { caretColor: 'var(--text)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-gutters': { backgroundColor: 'var(--sunken)', color: 'var(--text-3)', border: 'none' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'color-mix(in srgb, var(--accent) 8%, transparent)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'color-mix(in srgb, var(--accent) 30%, transparent)',
  },
  '.cm-tooltip': { backgroundColor: 'var(--raised)', border: '1px solid var(--line)', borderRadius: '6px', color: 'var(--text)' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { backgroundColor: 'var(--selected)', color: 'var(--text)' },
  '.cm-completionDetail': { color: 'var(--text-3)', fontStyle: 'normal' },
  '.cm-completionInfo': { maxWidth: '360px', padding: '6px 8px' },
  '.cm-panels': { backgroundColor: 'var(--sunken)', color: 'var(--text)' },
  '.cm-searchMatch': { backgroundColor: 'var(--warn-soft)' },
  '.cm-diagnostic-error': { borderLeft: '4px solid var(--danger)', whiteSpace: 'pre-wrap' },
})

const colours = HighlightStyle.define([
  { tag: tags.keyword, color: 'var(--code-keyword)' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--code-string)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--code-number)' },
  { tag: tags.comment, color: 'var(--code-comment)', fontStyle: 'italic' },
  { tag: tags.typeName, color: 'var(--code-attr)' },
])

/** Back and forward belong to the window. */
const windowKeys: readonly (string | undefined)[] = ['Alt-ArrowLeft', 'Alt-ArrowRight']

const language = (tables: readonly SchemaTable[], functions: readonly string[]): Extension => {
  const support = sql({ dialect: PostgreSQL, schema: schemaWords(tables), upperCaseKeywords: true })
  return [support, support.language.data.of({ autocomplete: completeNames(tables, functions) })]
}

/** Typing over a selection: the browser would give what is typed the inline style of what was there, which the page's policy refuses. */
const typeOverSelection = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { data, inputType, isComposing } = event
    if (inputType !== 'insertText' || data === null || isComposing || view.state.selection.main.empty) return false
    event.preventDefault()
    view.dispatch(view.state.replaceSelection(data), { userEvent: 'input.type', scrollIntoView: true })
    return true
  },
})

/** The word at the place; a place at the end marks the last character. */
const diagnosticAt = (state: EditorState, { message, line, column }: Mistake): Diagnostic => {
  const at = state.doc.line(Math.min(line, state.doc.lines))
  const from = Math.min(at.from + column - 1, at.to)
  const word = state.wordAt(from)
  return { from, to: Math.max(word?.to ?? from, Math.min(from + 1, state.doc.length)), severity: 'error', message }
}

/** The styles of the editor are constructed sheets of a shadow tree: the page's policy allows no style elements. */
const shadowIn = (host: HTMLElement): ShadowRoot => {
  const shadow = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  shadow.replaceChildren()
  return shadow
}

export const openEditor = (host: HTMLElement, text: string, { onText, onRun }: Listeners): OpenEditor => {
  const words = new Compartment()
  const run = (editor: EditorView): boolean => {
    closeCompletion(editor)
    onRun()
    return true
  }
  const extensions: Extension = [
    lineNumbers(),
    history(),
    drawSelection(),
    highlightActiveLine(),
    highlightSelectionMatches(),
    bracketMatching(),
    autocompletion(),
    keymap.of([
      { key: 'Mod-Enter', run },
      { key: 'Mod-/', run: toggleComment },
      ...completionKeymap,
      ...searchKeymap,
      ...historyKeymap,
      ...defaultKeymap.filter(({ key }) => !windowKeys.includes(key)),
    ]),
    words.of(language([], [])),
    look,
    syntaxHighlighting(colours),
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({ 'aria-label': 'SQL' }),
    typeOverSelection,
    EditorView.updateListener.of((update) => {
      if (update.docChanged) onText(update.state.doc.toString())
    }),
  ]
  const root = shadowIn(host)
  const view = new EditorView({ state: EditorState.create({ doc: text, extensions }), parent: root, root })
  return {
    setText(next) {
      if (next !== view.state.doc.toString()) view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next } })
    },
    setWords: (tables, functions) => view.dispatch({ effects: words.reconfigure(language(tables, functions)) }),
    setMistake: (mistake) => view.dispatch(setDiagnostics(view.state, mistake === undefined ? [] : [diagnosticAt(view.state, mistake)])),
    insert(piece) {
      view.dispatch(view.state.replaceSelection(piece))
      view.focus()
    },
    chosenText() {
      const { from, to } = view.state.selection.main
      return from === to ? view.state.doc.toString() : view.state.sliceDoc(from, to)
    },
    focus: () => view.focus(),
    close: () => view.destroy(),
  }
}

interface TableWords {
  readonly self: Completion
  readonly children: readonly Completion[]
}

const infoOf = (about: string | null): Partial<Completion> => (about === null ? {} : { info: about })

/** Tables by name, for the completion of SQL. */
const schemaWords = (tables: readonly SchemaTable[]): Readonly<Record<string, TableWords>> =>
  Object.fromEntries(
    tables.map(({ name, about, columns }) => [
      name,
      {
        self: { label: name, type: 'class', ...infoOf(about) },
        children: columns.map((column) => ({ label: column.name, type: 'property', detail: column.type, ...infoOf(column.about) })),
      },
    ]),
  )

/** Completes names of columns wherever they are from, and of functions, whose parenthesis it opens; after a dot it has nothing to say. */
const completeNames = (tables: readonly SchemaTable[], functions: readonly string[]) => {
  const columns = new Map<string, Completion>()
  for (const { name: table, columns: own } of tables)
    for (const { name, type, about } of own)
      if (!columns.has(name)) columns.set(name, { label: name, type: 'property', detail: `${type}, ${table}`, ...infoOf(about) })
  const options = [...columns.values(), ...functions.map((name) => ({ label: name, type: 'function', apply: `${name}(`, boost: -10 }))]
  return (context: CompletionContext): CompletionResult | null => {
    const word = context.matchBefore(/[a-z_][a-z0-9_]*/i)
    if (word === null || context.state.sliceDoc(word.from - 1, word.from) === '.') return null
    return { from: word.from, options, validFor: /^\w*$/ }
  }
}
