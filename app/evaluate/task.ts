/** A task of an evaluation, in the form of this program or as SWE-bench publishes its tasks. */
import { StrataError } from '../model/failure.ts'
import { isObject, objectsIn, textIn, type JsonObject } from '../model/json-object.ts'
import { commandWords } from '../model/command-words.ts'

export interface Task {
  readonly id: string
  /** A folder, or the name of a repository such as owner/name. */
  readonly repo: string
  readonly baseCommit: string
  /** What the agent is asked. */
  readonly prompt: string
  /** Makes a clone ready, such as by installing packages; undefined: nothing is needed. */
  readonly setup: readonly string[] | undefined
  /** Judges a run: it passes when the command ends with success; undefined: that of the command line. */
  readonly test: readonly string[] | undefined
  /** Applied when the agent has ended. */
  readonly testPatch: string
  /** Tests that must pass; they replace `{tests}` in the command. */
  readonly tests: readonly string[]
}

export interface TasksRead {
  readonly tasks: readonly Task[]
  /** Entries that are no tasks, and why. */
  readonly faults: readonly string[]
}

const first = (object: JsonObject, ...names: readonly string[]): string | undefined =>
  names.map((name) => textIn(object, name)).find((text) => text !== undefined)

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A list, or a list as JSON in a text. */
const listIn = (object: JsonObject, name: string): readonly string[] => {
  const value = object[name]
  const list = typeof value === 'string' ? parsed(value) : value
  return Array.isArray(list) ? list.filter((each): each is string => typeof each === 'string') : []
}

/** A list of words, or a line of them. */
const wordsIn = (object: JsonObject, name: string): readonly string[] | undefined => {
  const value = object[name]
  const words = typeof value === 'string' ? commandWords(value) : listIn(object, name)
  return words.length === 0 ? undefined : words
}

const idForm = /^[\w@+][\w.@+/:-]{0,199}$/

const taskIn = (value: unknown): Task | string => {
  if (!isObject(value)) return 'it is no JSON object'
  const [id, repo, prompt] = [first(value, 'instance_id', 'id'), first(value, 'repo'), first(value, 'problem_statement', 'prompt')]
  if (id === undefined || !idForm.test(id)) return 'it has no instance_id or id of letters, digits and . _ - + @ : /'
  if (repo === undefined) return `${id} has no repo`
  if (prompt === undefined) return `${id} has no problem_statement or prompt`
  const baseCommit = first(value, 'base_commit') ?? 'HEAD'
  const tests = [...listIn(value, 'FAIL_TO_PASS'), ...listIn(value, 'PASS_TO_PASS'), ...listIn(value, 'tests')]
  const odd = [baseCommit, ...tests].find((text) => text.startsWith('-'))
  if (odd !== undefined) return `${id} has a name that begins with a dash`
  try {
    const [setup, test] = [wordsIn(value, 'setup'), wordsIn(value, 'test')]
    return { id, repo, baseCommit, prompt, setup, test, testPatch: first(value, 'test_patch') ?? '', tests }
  } catch (thrown) {
    if (thrown instanceof StrataError) return `${id}: ${thrown.message}`
    throw thrown
  }
}

const entriesOf = (text: string): readonly { readonly name: string; readonly value: unknown }[] => {
  const whole = parsed(text)
  if (isObject(whole) && Array.isArray(whole['tasks'])) return named(objectsIn(whole['tasks']), 'task')
  if (Array.isArray(whole)) return named(whole, 'task')
  if (whole !== undefined) return named([whole], 'task')
  const lines = text.split('\n').map((line, at) => ({ name: `line ${String(at + 1)}`, line: line.trim() }))
  return lines.filter(({ line }) => line !== '').map(({ name, line }) => ({ name, value: parsed(line) }))
}

const named = (values: readonly unknown[], what: string) => values.map((value, at) => ({ name: `${what} ${String(at + 1)}`, value }))

/** The tasks of a file: a JSON list, `{"tasks": […]}`, one object, or an object a line. */
export const readTasks = (text: string): TasksRead => {
  const tasks = new Map<string, Task>()
  const faults: string[] = []
  for (const { name, value } of entriesOf(text)) {
    const task = taskIn(value)
    if (typeof task === 'string') faults.push(`${name}: ${task}`)
    else if (tasks.has(task.id)) faults.push(`${name}: there is another task with the id ${task.id}`)
    else tasks.set(task.id, task)
  }
  return { tasks: [...tasks.values()], faults }
}
