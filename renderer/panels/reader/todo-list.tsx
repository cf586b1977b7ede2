/** The list of tasks that an agent keeps for itself. */
import { Circle, CircleCheck, CircleDot } from 'lucide-react'
import type { ReactNode } from 'react'

export const TodoList = ({ input }: { readonly input: unknown }): ReactNode => (
  <ul className="todos">
    {readTodos(input).map((todo, place) => (
      <li key={place} className={`is-${todo.status}`}>
        <TodoSign status={todo.status} /> {todo.text}
      </li>
    ))}
  </ul>
)

const TodoSign = ({ status }: { readonly status: Todo['status'] }): ReactNode => {
  if (status === 'completed') return <CircleCheck size={14} aria-label="done" />
  return status === 'in_progress' ? <CircleDot size={14} aria-label="in progress" /> : <Circle size={14} aria-label="to do" />
}

/** Reads the input of the task list tool, whatever is missing in it. */
interface Todo {
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
