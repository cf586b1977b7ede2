/** The design's reference rules: a user record is a tool result, injected by one of its patterns, or a human prompt. */
import type { ReferenceVerdict } from '../../app/model/agent.ts'
import type { ReferenceClass } from '../../app/model/record-class.ts'
import { isObject } from '../../app/model/json-object.ts'
import { contentList, listedBlocks, type TranscriptRecord } from '../../app/model/record.ts'

/** Beginnings of injected text, in the order of the design; the first match decides. */
export const injectedPatterns: readonly (readonly [ReferenceClass, string])[] = [
  ['continuation', 'This session is being continued from a previous conversation that ran out of context'],
  ['task_notification', '<task-notification>'],
  ['skill', 'Base directory for this skill:'],
  ['teammate', '<teammate-message'],
  ['local_command_caveat', '<local-command-caveat>'],
  ['local_command_stdout', '<local-command-stdout>'],
  ['local_command_stderr', '<local-command-stderr>'],
  ['command_name', '<command-name>'],
  ['command_message', '<command-message>'],
  ['bash_input', '<bash-input>'],
  ['bash_stdout', '<bash-stdout>'],
  ['auto_continuation', 'Continue from where you left off.'],
  ['interrupted', '[Request interrupted by user'],
]

const verdict = (name: ReferenceClass, mentionsInjected = false): ReferenceVerdict => ({ class: name, mentionsInjected })

interface ContentTexts {
  readonly first: string
  readonly all: string
  readonly visible: boolean
}

/** The texts of a content: the first, all, and whether a person could see any part of it. */
const contentTexts = (content: unknown): ContentTexts => {
  if (typeof content === 'string') return { first: content, all: content, visible: content.trim() !== '' }
  const texts: string[] = []
  let image = false
  for (const block of listedBlocks(content)) {
    if (block.type === 'text' && block.text !== undefined) texts.push(block.text)
    if (block.type === 'image') image = true
  }
  return { first: texts[0] ?? '', all: texts.join('\n'), visible: image || texts.some((text) => text.trim() !== '') }
}

const mentionsAny = (text: string): boolean => injectedPatterns.some(([, start]) => text.includes(start))

/** Whether a text quotes one of the patterns anywhere. */
export const mentionsInjected = (content: unknown): boolean => mentionsAny(contentTexts(content).all)

export const isToolResultsOnly = (content: unknown): boolean => {
  const blocks = contentList(content)
  return blocks !== undefined && blocks.length > 0 && blocks.every((block) => isObject(block) && block['type'] === 'tool_result')
}

/** Class of a text that begins as one the client injects. */
const injectedAs = (head: string): ReferenceClass | undefined => {
  for (const [name, start] of injectedPatterns) if (head.startsWith(start)) return name
  return undefined
}

/** Class of a record by the reference rules; `other` for records that are not of type user. */
export const referenceClass = (record: TranscriptRecord): ReferenceVerdict => {
  if (record.type !== 'user') return verdict('other')
  const content = record.message?.['content']
  if (isToolResultsOnly(content)) return verdict('tool_result')
  const { first, all, visible } = contentTexts(content)
  const head = first.trimStart()
  const injected = injectedAs(head)
  if (injected !== undefined) return verdict(injected)
  if (record.isCompactSummary) return verdict('continuation')
  if (record.isSidechain) return verdict('sidechain_prompt')
  if (record.isMeta) return verdict('meta_other')
  if (!visible) return verdict('none')
  return verdict('human_prompt', mentionsAny(all))
}

/** The reference rules as the app lists them, in the order in which they are asked. */
interface ReferenceRule {
  readonly class: ReferenceClass
  readonly looksAt: string
  /** A record that the rule decides. */
  readonly example: unknown
}

const user = (content: unknown, more: Readonly<Record<string, unknown>> = {}) => ({
  type: 'user',
  message: { role: 'user', content },
  ...more,
})

const rule = (name: ReferenceClass, looksAt: string, example: unknown): ReferenceRule => ({ class: name, looksAt, example })

export const referenceRules: readonly ReferenceRule[] = [
  rule(
    'tool_result',
    'content that is a list of tool_result blocks and nothing else',
    user([{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'ok' }]),
  ),
  ...injectedPatterns.map(([name, start]) =>
    rule(
      name,
      name === 'continuation' ? `text starting with “${start}”, or isCompactSummary` : `text starting with “${start}”`,
      user(`${start} …`),
    ),
  ),
  rule('sidechain_prompt', 'isSidechain: an agent wrote it', user('Count the files', { isSidechain: true })),
  rule('meta_other', 'isMeta: the client wrote it', user('A note', { isMeta: true })),
  rule('none', 'no text and no image', user('')),
  rule('human_prompt', 'nothing else: a human typed it', user('Fix the test')),
  rule('other', 'every record that is not of type user', { type: 'assistant', message: { content: [] } }),
]
