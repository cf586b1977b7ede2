/** `.agent-context/config.json`: what a project wants. */
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

const objectOf = (text: string): JsonObject => {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}

/** A file that is damaged, or of another version, gives defaults where it says nothing. */
export const readConfig = (text: string, env: Readonly<Record<string, string | undefined>> = {}): AgentContextConfig => {
  const object = objectOf(text)
  const [wanted, own] = [env['AGENT_CONTEXT_GRAPH'], object['backend']]
  const backend = isGraphName(wanted) ? wanted : isGraphName(own) ? own : defaultConfig.backend
  return { backend, commit: flagIn(object, 'commit'), claude_md: flagIn(object, 'claude_md'), hooks: flagIn(object, 'hooks') }
}

/** The text with some values changed; fields that this version does not know stay. */
export const configText = (before: string, change: Partial<AgentContextConfig>): string =>
  `${JSON.stringify({ ...defaultConfig, ...objectOf(before), ...change }, undefined, 2)}\n`
