/** The structure of a message says who wrote it: a person may begin with a tag of the client, or with its words. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { classify, evidenceOf, saidIn } from '../../../../importer/claude-code/classify.ts'
import type { JsonObject } from '../../../../app/model/json-object.ts'
import { readRecord } from '../../../../app/model/record.ts'
import { wrappers } from '../../../../importer/claude-code/wrappers.ts'

const user = (content: unknown, more: JsonObject = {}): JsonObject => ({ type: 'user', message: { role: 'user', content }, ...more })
const evidence = (record: JsonObject) => evidenceOf(readRecord(record), false)
const classOf = (record: JsonObject): string => classify(evidence(record)).class

const tags = wrappers.filter(({ rule }) => rule !== 'user/envelope-only')
const tag = fc.constantFrom(...tags.map(({ name }) => name))
const words = fc.stringMatching(/^[a-z][a-z ,?.]{0,40}[a-z?.]$/)
const attributes = fc.constantFrom('', ' id="1"')

test('prose that begins with the tag of an element, never closed, is a person’s', () => {
  fc.assert(
    fc.property(tag, attributes, words, (name, more, said) => {
      expect(classOf(user(`<${name}${more}> ${said}`))).toBe('human_prompt')
    }),
  )
})

test('prose behind a whole element is a person’s', () => {
  fc.assert(
    fc.property(tag, attributes, words, words, (name, more, inside, said) => {
      expect(classOf(user(`<${name}${more}>${inside}</${name}> ${said}`))).toBe('human_prompt')
    }),
  )
})

test('prose between or around elements is a person’s', () => {
  fc.assert(
    fc.property(tag, tag, words, words, (one, other, inside, said) => {
      expect(classOf(user(`<${one}>${inside}</${one}> ${said} <${other}>${inside}</${other}>`))).toBe('human_prompt')
      expect(classOf(user(`${said} <${one}>${inside}</${one}>`))).toBe('human_prompt')
    }),
  )
})

test('a whole element is the client’s with any content, tags of its own name included', () => {
  fc.assert(
    fc.property(fc.constantFrom(...tags), fc.constantFrom('', '<b>', '</b>', 'own', '/own', 'pair'), words, ({ name }, odd, said) => {
      const inner = odd === 'own' ? `<${name}>` : odd === '/own' ? `</${name}>` : odd === 'pair' ? `<${name}>x</${name}>` : odd
      const text = `<${name}>${said} ${inner} ${said}</${name}>`
      expect(classOf(user(text))).toBe(classOf(user(`<${name}>x</${name}>`)))
      expect(classOf(user(text))).not.toBe('human_prompt')
    }),
  )
})

test.each([
  [
    'a notification with its output file',
    '<task-notification>\n<task-id>a</task-id>\n</task-notification>\nFull transcript available at: /tmp/a',
    'task_notification',
  ],
  ['a notification that is cut off', '<task-notification>\n<task-id>a1</task-id>\n<status>completed', 'task_notification'],
  [
    'two messages and a reminder',
    '<teammate-message teammate_id="a">x</teammate-message>\n\n<teammate-message teammate_id="b">y</teammate-message>\n<system-reminder>z</system-reminder>',
    'teammate_message',
  ],
  [
    'a command with contents',
    '<command-message>x</command-message>\n<command-name>/x</command-name>\n<command-contents>y</command-contents>',
    'command',
  ],
  ['a whole command and words', '<command-message>x</command-message>\n<command-name>/x</command-name>\nand these words', 'command'],
  ['a question about a notification', '<task-notification><task-id>a</task-id></task-notification>\nWhy do I see this?', 'human_prompt'],
])('%s is what it is by its structure', (_what, text, name) => {
  expect(classOf(user(text))).toBe(name)
})

const hint =
  '\n\n\nIf you need specific details from before exiting plan mode (like exact code snippets, error messages, or content you generated), read the full transcript at: /home/a b/c.jsonl'
const team = '\n\nIf this plan can be broken down into multiple independent tasks, consider using the TeamCreate tool to create a team.'
const plan = '# Parser\n\n## Steps\n\n1. Read\n2. Write'
const handover = `Implement the following plan:\n\n${plan}`

test.each([
  ['with the plan in a field', handover + hint, { planContent: plan }],
  ['with the plan in a field alone', handover, { planContent: `${plan}\n` }],
  ['with a hint about teams', handover + hint + team, { planContent: plan }],
  ['of an older client', handover + hint, {}],
  ['that the newest client calls an automatic continuation', handover + hint, { planContent: plan, origin: { kind: 'auto-continuation' } }],
  ['that the client says was typed', handover, { planContent: plan, promptSource: 'typed' }],
])('a plan %s is the client’s', (_what, text, more) => {
  expect(classOf(user(text, more))).toBe('plan_handover')
  expect(classOf(user([{ type: 'text', text }], more))).toBe('plan_handover')
})

test.each([
  ['with the plan in a field', { planContent: plan }],
  ['of an older client', {}],
  ['that the newest client calls an automatic continuation', { planContent: plan, origin: { kind: 'auto-continuation' } }],
])('what a person typed below a plan %s is the prompt, without the plan', (_what, more) => {
  for (const text of [
    `${handover}${hint}\n\nUser feedback on this plan: Keep it small\n\nand fast`,
    `${handover}${hint}${team}\n\nKeep it small\n\nand fast`,
  ]) {
    const read = evidence(user(text, more))
    expect(classify(read)).toEqual({ class: 'human_prompt', rule: 'user/plan-feedback' })
    expect(saidIn(read)).toBe('Keep it small\n\nand fast')
  }
})

test('a plan that a person pastes is a person’s', () => {
  expect(classOf(user(handover))).toBe('human_prompt')
  expect(classOf(user(`Please. ${handover}${hint}`))).toBe('human_prompt')
})
