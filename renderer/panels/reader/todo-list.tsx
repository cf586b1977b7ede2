/** The list of tasks that an agent keeps for itself. */
import { Circle, CircleCheck, CircleDot } from 'lucide-react'
import type { ReactNode } from 'react'
import { readTodos, type Todo } from './read-todos.ts'

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
