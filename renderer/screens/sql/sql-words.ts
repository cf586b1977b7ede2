/** What the editor offers while one types: tables, their columns with what they hold, functions. */
import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete'
import type { SchemaTable } from '../../../app/contract/sql.ts'

interface TableWords {
  readonly self: Completion
  readonly children: readonly Completion[]
}

const told = (about: string | null): Partial<Completion> => (about === null ? {} : { info: about })

/** Tables by name, for the completion of SQL. */
export const schemaWords = (tables: readonly SchemaTable[]): Readonly<Record<string, TableWords>> =>
  Object.fromEntries(
    tables.map(({ name, about, columns }) => [
      name,
      {
        self: { label: name, type: 'class', ...told(about) },
        children: columns.map((column) => ({ label: column.name, type: 'property', detail: column.type, ...told(column.about) })),
      },
    ]),
  )

/** Completes names of columns wherever they are from, and of functions, whose parenthesis it opens; after a dot it has nothing to say. */
export const completeNames = (tables: readonly SchemaTable[], functions: readonly string[]) => {
  const columns = new Map<string, Completion>()
  for (const { name: table, columns: own } of tables)
    for (const { name, type, about } of own)
      if (!columns.has(name)) columns.set(name, { label: name, type: 'property', detail: `${type}, ${table}`, ...told(about) })
  const options = [...columns.values(), ...functions.map((name) => ({ label: name, type: 'function', apply: `${name}(`, boost: -10 }))]
  return (context: CompletionContext): CompletionResult | null => {
    const word = context.matchBefore(/[a-z_][a-z0-9_]*/i)
    if (word === null || context.state.sliceDoc(word.from - 1, word.from) === '.') return null
    return { from: word.from, options, validFor: /^\w*$/ }
  }
}
