/** `.agent-context/config.json`: what a project wants. */
import { StrataError } from '../model/failure.ts'
import { isObject, type JsonObject } from '../model/json-object.ts'
import { graphNames, type GraphName } from './graphs/graph.ts'

export interface AgentContextConfig {
  readonly backend: GraphName
  /** Whether the Stop hook makes a commit of Git. */
  readonly commit: boolean
  /** Whether the section of CLAUDE.md is written. */
  readonly claude_md: boolean
  /** Whether hooks do anything in this project. */
  readonly hooks: boolean
}

const defaultConfig: AgentContextConfig = { backend: 'file', commit: false, claude_md: true, hooks: true }

const isGraphName = (value: unknown): value is GraphName => graphNames.includes(value as GraphName)

const flagIn = (object: JsonObject, name: 'commit' | 'claude_md' | 'hooks'): boolean => {
  const value = object[name]
  return typeof value === 'boolean' ? value : defaultConfig[name]
}

/** Undefined: the text is no JSON object. */
const objectOf = (text: string): JsonObject | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** A file that is damaged, or of another version, gives defaults where it says nothing. */
export const readConfig = (text: string, env: Readonly<Record<string, string | undefined>> = {}): AgentContextConfig => {
  const object = objectOf(text) ?? {}
  const [wanted, own] = [env['AGENT_CONTEXT_GRAPH'], object['backend']]
  const backend = isGraphName(wanted) ? wanted : isGraphName(own) ? own : defaultConfig.backend
  return { backend, commit: flagIn(object, 'commit'), claude_md: flagIn(object, 'claude_md'), hooks: flagIn(object, 'hooks') }
}

/** The text with some values changed; fields that this version does not know stay. @throws StrataError invalid-input for damaged text */
export const configText = (before: string, change: Partial<AgentContextConfig>): string => {
  const own = before.trim() === '' ? {} : objectOf(before)
  if (own === undefined)
    throw new StrataError('invalid-input', 'config.json was not changed: it is not a valid JSON object. Correct it first')
  return `${JSON.stringify({ ...defaultConfig, ...own, ...change }, undefined, 2)}\n`
}
