/**
 * Who put something into a context: a person, the model, the client, a tool, a server, a skill, a hook, a file, a sub-agent or a command.
 * `attributionSkill` of the client does not say it: it stays until the next prompt, and sub-agents inherit it.
 */
import { isObject, objectIn, objectsIn, textIn, type JsonObject } from './json-object.ts'
import type { RecordClass } from './record-class.ts'

export const ownerKinds = [
  'person',
  'model',
  'client',
  'tool',
  'mcp_server',
  'skill',
  'hook',
  'file',
  'sub_agent',
  'command',
  'unknown',
] as const

export type OwnerKind = (typeof ownerKinds)[number]

/** `name` says which one: the path of a file, the name of a skill, a server or a tool. */
export interface ContextOwner {
  readonly kind: OwnerKind
  readonly name: string
}

const owner = (kind: OwnerKind, name: string): ContextOwner => ({ kind, name })

export const clientOwner = (name: string): ContextOwner => owner('client', name)
const person = owner('person', 'prompts')
export const model = (name: string): ContextOwner => owner('model', name)

const server = /^mcp__(.+?)__/

/** Tools whose calls and results belong to what they start, by the field of the input that names it. */
const starters: Readonly<Record<string, readonly [OwnerKind, string]>> = {
  Task: ['sub_agent', 'subagent_type'],
  Agent: ['sub_agent', 'subagent_type'],
  Skill: ['skill', 'skill'],
  SlashCommand: ['command', 'command'],
}

/** The owner of the definition of a tool. */
export const ownerOfDefinition = (tool: string): ContextOwner => {
  const [, name] = server.exec(tool) ?? []
  return name === undefined ? owner('tool', tool === '' ? '(none)' : tool) : owner('mcp_server', name)
}

/** @param input of the call; of a result without its call: an empty object */
export const ownerOfTool = (tool: string, input: JsonObject): ContextOwner => {
  const starter = starters[tool]
  if (starter === undefined) return ownerOfDefinition(tool)
  const [kind, field] = starter
  const given = textIn(input, field) ?? (tool === 'Skill' ? textIn(input, 'command') : undefined)
  if (kind === 'sub_agent') return owner(kind, given ?? 'general-purpose')
  return owner(kind, given === undefined ? '(none)' : (given.split(/\s/)[0] ?? given))
}

const skillFolder = /^Base directory for this skill: ([^\n]+)/
const pluginSkill = /\/plugins\/(?:cache|marketplaces)\/[^/]+\/([^/]+)\/(?:[^/]+\/)?skills\/([^/]+)\/?$/
const commandName = /<command-name>\s*([^<\s]+)\s*<\/command-name>/

/** The skill whose text this is; undefined: it is none. */
const skillIn = (text: string): ContextOwner | undefined => {
  const folder = skillFolder.exec(text)?.[1]?.trim().replaceAll('\\', '/')
  if (folder === undefined) return undefined
  const [, plugin, name] = pluginSkill.exec(folder) ?? []
  return owner(
    'skill',
    plugin === undefined || name === undefined ? (folder.split('/').filter(Boolean).at(-1) ?? folder) : `${plugin}:${name}`,
  )
}

/** The slash command whose line this is; undefined: it is none. */
const commandIn = (text: string): ContextOwner | undefined => {
  const name = commandName.exec(text)?.[1]
  return name === undefined ? undefined : owner('command', `/${name.replace(/^\//, '')}`)
}

const byClass: Partial<Record<RecordClass, ContextOwner>> = {
  human_prompt: person,
  queued_prompt: person,
  bash_input: person,
  bash_injection: owner('command', '(shell line)'),
  compaction_summary: clientOwner('compaction summary'),
  task_notification: clientOwner('task notification'),
  system_reminder: clientOwner('reminder'),
  auto_continuation: clientOwner('continuation'),
  plan_handover: clientOwner('plan'),
  interrupt: clientOwner('interruption'),
  scheduled: clientOwner('schedule'),
  hook_feedback: owner('hook', '(none)'),
  teammate_message: owner('sub_agent', '(teammate)'),
  peer_message: owner('sub_agent', '(teammate)'),
  sidechain_prompt: model('task of a sub-agent'),
  agent_message: model('task of a sub-agent'),
}

const isCaveat = (text: string): boolean => /^<local-command-caveat>|^Caveat: The messages below/.test(text)
const followsCommand = (before: ContextOwner | undefined): before is ContextOwner => before?.kind === 'command' || before?.kind === 'skill'

/** Classes whose texts say who put them in. */
const bySaying: Partial<Record<RecordClass, (text: string, before: ContextOwner | undefined) => ContextOwner>> = {
  command: (text) => commandIn(text) ?? owner('command', '(none)'),
  local_command: (text, before) => (before?.kind === 'command' ? before : (commandIn(text) ?? owner('command', '(none)'))),
  meta: (text, before) => {
    if (isCaveat(text)) return clientOwner('caveat of commands')
    return skillIn(text) ?? (followsCommand(before) ? before : clientOwner('meta message'))
  },
}

/**
 * Of a text on the side of the user.
 * @param before the owner of the text before it: what a command puts in follows its line
 */
export const ownerOfText = (recordClass: RecordClass, text: string, before: ContextOwner | undefined): ContextOwner =>
  byClass[recordClass] ?? bySaying[recordClass]?.(text, before) ?? owner('unknown', recordClass)

const hookNames = ['hookName', 'hookEvent'] as const
const pathNames = ['path', 'filename', 'displayPath', 'planFilePath'] as const

const named = (attachment: JsonObject, names: readonly string[]): string | undefined =>
  names.map((name) => textIn(attachment, name)).find((name) => name !== undefined)

const namesIn = (value: unknown): readonly string[] => (Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [])

const skillOf = (attachment: JsonObject): ContextOwner => {
  const listed = objectsIn(attachment['skills']).flatMap((skill) => textIn(skill, 'name') ?? [])
  return owner('skill', listed.join(', ') || (named(attachment, ['name', ...pathNames]) ?? '(none)'))
}

const ofHook = (attachment: JsonObject): ContextOwner => owner('hook', named(attachment, hookNames) ?? '(none)')

/** Types of attachments that say who put them in. */
const byType: Readonly<Record<string, (attachment: JsonObject) => ContextOwner>> = {
  async_hook_response: ofHook,
  queued_command: ({ commandMode }) => (commandMode === 'task-notification' ? clientOwner('task notification') : person),
  teammate_mailbox: () => owner('sub_agent', '(teammate)'),
  unknown_command_fallback: (attachment) => owner('command', textIn(attachment, 'commandName') ?? '(none)'),
  mcp_instructions_delta: ({ addedNames }) => owner('mcp_server', namesIn(addedNames).join(', ') || '(none)'),
  mcp_resource: (attachment) => owner('mcp_server', textIn(attachment, 'server') ?? '(none)'),
  invoked_skills: skillOf,
  dynamic_skill: skillOf,
}

const pathsOf = (attachment: JsonObject): string | undefined => {
  const listed = [...objectsIn(attachment['files']), ...objectsIn(attachment['memories'])].flatMap((file) => textIn(file, 'path') ?? [])
  return listed.length === 0 ? undefined : listed.join(', ')
}

/** The owner of an attachment of the client to a message. */
export const ownerOfAttachment = (attachment: JsonObject): ContextOwner => {
  const type = textIn(attachment, 'type') ?? 'attachment'
  if (type.startsWith('hook_')) return ofHook(attachment)
  const own = byType[type]
  if (own !== undefined) return own(attachment)
  const path = named(attachment, pathNames) ?? textIn(objectIn(attachment, 'content'), 'path') ?? pathsOf(attachment)
  return path === undefined ? clientOwner(type) : owner('file', path)
}

/** Attachments that contain rules or memories. */
export const isInstructions = (attachment: unknown): boolean =>
  isObject(attachment) && /^(?:instructions|nested_memory|relevant_memories|memory|ultramemory)$/.test(textIn(attachment, 'type') ?? '')

/** Attachments that list what can be used: skills, agents, tools. */
export const isListing = (attachment: unknown): boolean =>
  isObject(attachment) && /listing|^deferred_tools|^skill_|^mcp_instructions/.test(textIn(attachment, 'type') ?? '')
