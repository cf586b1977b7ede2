/** Layer 1: what stays the same from turn to turn. Its bytes follow from its parts alone. */
import type { AgentRole } from '../contract/assemble.ts'
import type { JsonObject } from '../model/json-object.ts'
import { contentHash } from './content-hash.ts'

/** A file of a workspace or persona, by its path in that folder. */
export interface ContextFile {
  readonly path: string
  readonly text: string
}

/** What an agent can use, by kind: names alone, since guides are read when they are needed. */
export interface Capabilities {
  readonly skills: readonly string[]
  readonly agents: readonly string[]
  readonly servers: readonly string[]
}

export interface SystemParts {
  /** Files of the workspace, or the system prompt as recorded. */
  readonly workspace: { readonly files: readonly ContextFile[] } | { readonly recorded: string | null }
  readonly persona: readonly ContextFile[]
  readonly capabilities: Capabilities
  /** No host: it is not named, as in a redacted export. */
  readonly machine: { readonly host: string | null; readonly os: string; readonly arch: string }
  readonly role: AgentRole
  /** The task of a worker. */
  readonly task: string | null
}

export interface SystemSection {
  readonly name: string
  readonly text: string
}

const fileText = ({ path, text }: ContextFile): string => `## ${path}\n\n${text.trim()}`

const workspaceText = ({ workspace }: SystemParts): string =>
  'recorded' in workspace ? (workspace.recorded ?? '') : workspace.files.map(fileText).join('\n\n')

const listLine = (kind: string, names: readonly string[]): readonly string[] =>
  names.length === 0 ? [] : [`- ${kind}: ${names.join(', ')}`]

const capabilitiesText = ({ skills, agents, servers }: Capabilities): string => {
  const lines = [...listLine('Skills', skills), ...listLine('Agents', agents), ...listLine('MCP servers', servers)]
  return lines.length === 0 ? '' : `# Capabilities\n\n${lines.join('\n')}\n\nRead the guide of a skill before you use it.`
}

const managerText = `# Messages

You talk to the person. Answer in the channel in which the message came, and only with the actions that it lists.
You may give tasks to workers; report what they found in your own answer.`

const workerText = (task: string): string => `# Task

You are a worker that was started for this task:

${task.trim()}

# Rules

1. Do this task and nothing else.
2. End with one message that reports the result to the agent that started you.
3. Start nothing beyond the task.
4. You may be stopped when the task is done: leave nothing half done.

Do not talk to people, do not send messages outside of this task, and change nothing that lasts beyond it.`

/** The sections that have text, in their order. */
export const systemSections = (parts: SystemParts): readonly SystemSection[] => {
  const { persona, capabilities, machine, role, task } = parts
  const sections: readonly SystemSection[] = [
    ...(role === 'worker' && task !== null ? [{ name: 'task', text: workerText(task) }] : []),
    { name: 'workspace', text: workspaceText(parts) },
    { name: 'persona', text: persona.map(fileText).join('\n\n') },
    { name: 'capabilities', text: capabilitiesText(capabilities) },
    {
      name: 'machine',
      text: `# Machine\n\n${machine.host === null ? '' : `- Host: ${machine.host}\n`}- System: ${machine.os}\n- Architecture: ${machine.arch}`,
    },
    ...(role === 'manager' ? [{ name: 'messages', text: managerText }] : []),
  ]
  return sections.filter(({ text }) => text.trim() !== '')
}

export const systemText = (sections: readonly SystemSection[]): string => sections.map(({ text }) => text).join('\n\n')

const versions = (files: readonly ContextFile[]): readonly JsonObject[] =>
  files.map(({ path, text }) => ({ path, hash: contentHash(text) }))

/** Hashes of the parts of the system prompt. */
export const systemContext = ({ workspace, persona, capabilities }: SystemParts): JsonObject => ({
  workspace:
    'recorded' in workspace
      ? { recorded: workspace.recorded === null ? null : contentHash(workspace.recorded) }
      : { files: versions(workspace.files) },
  persona: persona.length === 0 ? null : { files: versions(persona) },
  capabilities: {
    count: capabilities.skills.length + capabilities.agents.length + capabilities.servers.length,
    hash: contentHash(capabilitiesText(capabilities)),
  },
  memory: null,
})
