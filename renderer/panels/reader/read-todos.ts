/** Task lists in the input and the results of tool calls, and what changed in them. */
import { fieldsOf, textIn } from './input-fields.ts'

/** Any field may be missing. */
export interface Todo {
  readonly text: string
  readonly status: 'pending' | 'in_progress' | 'completed'
}

/** undefined: not changed, or the list before is not known. */
export interface MarkedTodo extends Todo {
  readonly change: 'new' | 'removed' | 'done' | 'started' | 'reopened' | undefined
}

const readTodo = (todo: unknown): Todo => {
  const fields = fieldsOf(todo)
  const { status } = fields
  const text = textIn(fields, 'content') || textIn(fields, 'subject') || textIn(fields, 'description')
  return {
    text: text === '' ? 'A task without a text' : text,
    status: status === 'completed' || status === 'in_progress' ? status : 'pending',
  }
}

export const readTodos = (input: unknown): readonly Todo[] => {
  const { todos } = fieldsOf(input)
  return Array.isArray(todos) ? todos.map(readTodo) : []
}

const changes = { pending: 'reopened', in_progress: 'started', completed: 'done' } as const

/**
 * @param before the list before, as recorded; null: not known. An empty one is the first list: its tasks are not marked.
 */
export const markTodos = (before: readonly unknown[] | null, after: readonly Todo[]): readonly MarkedTodo[] => {
  const earlier = (before ?? []).map(readTodo)
  if (earlier.length === 0) return after.map((todo) => ({ ...todo, change: undefined }))
  const byText = new Map(earlier.map((todo) => [todo.text, todo]))
  const kept = new Set(after.map(({ text }) => text))
  return [
    ...after.map((todo): MarkedTodo => {
      const previous = byText.get(todo.text)
      return { ...todo, change: previous === undefined ? 'new' : previous.status === todo.status ? undefined : changes[todo.status] }
    }),
    ...earlier.filter(({ text }) => !kept.has(text)).map((todo): MarkedTodo => ({ ...todo, change: 'removed' })),
  ]
}

/** Tasks as the tools for single tasks record them. */
export const readTasks = (tasks: readonly unknown[]): readonly MarkedTodo[] =>
  tasks.map((task) => {
    const id = textIn(fieldsOf(task), 'id')
    const todo = readTodo(task)
    return { ...todo, text: id === '' ? todo.text : `#${id} ${todo.text}`, change: undefined }
  })
