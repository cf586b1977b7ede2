/** The plan of the work: tasks, the list of what is to be done, or the plan that a person approved. The one that was changed last counts. */
import { objectIn, objectsIn, textIn } from '../../model/json-object.ts'
import type { RecordPlace } from '../ledger-message.ts'
import type { CallStep, ResultStep } from '../recorded-steps.ts'
import { itemsOfPlan, todosOf, type TodoItem } from '../work-facts.ts'
import type { StatedItem, StatedText } from './work-state.ts'

interface Task {
  readonly text: string
  readonly status: string
  readonly place: RecordPlace
}

interface List {
  readonly items: readonly TodoItem[]
  readonly place: RecordPlace
}

export class Plan {
  #list: List | undefined
  readonly #tasks = new Map<string, Task>()
  #tasksAreNewer = false

  setTodos({ input, place }: CallStep): void {
    this.#set({ items: todosOf(input), place })
  }

  setPlan(text: string, place: RecordPlace): void {
    this.#set({ items: itemsOfPlan(text), place })
  }

  #set(list: List): void {
    this.#list = list
    this.#tasksAreNewer = false
  }

  /** A call of a tool for tasks that succeeded. */
  addTask(call: CallStep, result: ResultStep): void {
    const { input, tool, place } = call
    const text = textIn(input, 'subject')
    if (tool === 'TaskCreate' && text !== undefined)
      this.#put(createdId(result) ?? `new ${this.#tasks.size}`, { text, status: 'pending', place })
    else if (tool === 'TaskUpdate') this.#update(call)
    else if (tool === 'TaskList') this.#addListed(result)
  }

  #put(id: string, task: Task): void {
    this.#tasks.set(id, task)
    this.#tasksAreNewer = true
  }

  #update({ input, place }: CallStep): void {
    const id = textIn(input, 'taskId')
    if (id === undefined) return
    const before = this.#tasks.get(id)
    const text = textIn(input, 'subject') ?? before?.text ?? `task ${id}`
    this.#put(id, { text, status: textIn(input, 'status') ?? before?.status ?? 'pending', place })
  }

  /** Tasks that were made before the records begin, and the status of those that another agent changed. */
  #addListed({ beside, place }: ResultStep): void {
    for (const listed of objectsIn(beside['tasks'])) {
      const [id, text] = [textIn(listed, 'id'), textIn(listed, 'subject')]
      if (id === undefined || text === undefined) continue
      const known = this.#tasks.get(id)
      const status = textIn(listed, 'status') ?? known?.status ?? 'pending'
      if (known?.status !== status) this.#tasks.set(id, { text, status, place })
    }
  }

  #shownTasks(): readonly Task[] {
    const tasks = [...this.#tasks.values()].filter(({ status }) => status !== 'deleted')
    return this.#tasksAreNewer || this.#list === undefined ? tasks : []
  }

  items(): readonly StatedItem[] {
    const tasks = this.#shownTasks()
    if (tasks.length > 0) return tasks.map(({ text, status, place }) => ({ text, done: status === 'completed', place }))
    const list = this.#list
    return list?.items.map(({ text, done }) => ({ text, done, place: list.place })) ?? []
  }

  /** The item that is worked on, else the first open one. */
  next(): StatedText | undefined {
    const tasks = this.#shownTasks()
    const task = tasks.find(({ status }) => status === 'in_progress') ?? tasks.find(({ status }) => status !== 'completed')
    if (tasks.length > 0) return task === undefined ? undefined : { text: task.text, guess: true, place: task.place }
    const items = this.#list?.items ?? []
    const item = items.find(({ isActive }) => isActive) ?? items.find(({ done }) => done === false)
    return item === undefined || this.#list === undefined ? undefined : { text: item.text, guess: true, place: this.#list.place }
  }
}

const createdId = ({ beside, text }: ResultStep): string | undefined => textIn(objectIn(beside, 'task'), 'id') ?? /#(\d+)/.exec(text)?.[1]
