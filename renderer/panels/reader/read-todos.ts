/** The to-do list in the input of a tool call. */

/** Reads the input of the task list tool; any field may be missing. */
export interface Todo {
  readonly text: string
  readonly status: 'pending' | 'in_progress' | 'completed'
}

export const readTodos = (input: unknown): readonly Todo[] => {
  const todos = (input as { readonly todos?: unknown } | null)?.todos
  return Array.isArray(todos) ? todos.map(readTodo) : []
}

const readTodo = (todo: unknown): Todo => {
  const { content, status } = (typeof todo === 'object' && todo !== null ? todo : {}) as {
    readonly content?: unknown
    readonly status?: unknown
  }
  return {
    text: typeof content === 'string' ? content : JSON.stringify(todo),
    status: status === 'completed' || status === 'in_progress' ? status : 'pending',
  }
}
