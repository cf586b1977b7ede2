/** A list of tasks as a check list, with what changed since the list before. */
import { Circle, CircleCheck, CircleDot } from 'lucide-react'
import type { ReactNode } from 'react'
import { Badge, type BadgeProps } from '../../ui/layout/badge.tsx'
import type { MarkedTodo, Todo } from './read-todos.ts'

export const TodoList = ({ todos }: { readonly todos: readonly MarkedTodo[] }): ReactNode => (
  <ul className="todos" aria-label="Tasks">
    {todos.map((todo, place) => (
      <li key={place} className={`is-${todo.status} ${todo.change === 'removed' ? 'is-removed' : ''}`}>
        <TodoSign status={todo.status} />
        <span>{todo.text}</span>
        {todo.change === undefined ? null : <Badge look={looks[todo.change]}>{todo.change}</Badge>}
      </li>
    ))}
  </ul>
)

const looks: Readonly<Record<NonNullable<MarkedTodo['change']>, NonNullable<BadgeProps['look']>>> = {
  new: 'accent',
  started: 'plain',
  done: 'ok',
  reopened: 'warn',
  removed: 'danger',
}

const TodoSign = ({ status }: { readonly status: Todo['status'] }): ReactNode => {
  if (status === 'completed') return <CircleCheck size={14} aria-label="done" />
  return status === 'in_progress' ? <CircleDot size={14} aria-label="in progress" /> : <Circle size={14} aria-label="to do" />
}
