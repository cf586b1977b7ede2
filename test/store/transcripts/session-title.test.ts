/** Which line of what was typed names a session. */
import { expect, test } from 'vitest'
import { conversation } from '../../support/conversation.ts'
import type { Conversation } from '../../support/conversation.ts'
import { deriveConversation } from '../../support/derive-folder.ts'

const titleOf = async (talk: Conversation): Promise<string | undefined> => (await deriveConversation(talk)).rows.sessions[0]?.title

const command = (name: string, args: string, after = ''): string =>
  `<command-message>x</command-message>\n<command-name>${name}</command-name>\n<command-args>${args}</command-args>${after}`

test.each([
  ['Implement the following plan:\n\n# Tide tables by port\n\n## Context\nx', 'Tide tables by port'],
  ['Please implement this plan:\n\n## Plan\n\n**Add a tide table**', 'Add a tide table'],
  ['Here is the plan:\n```\n---\nDraw the moon', 'Draw the moon'],
  ['[Image #1]\nWhat is this?', 'What is this?'],
  ['# Fix the tide table\nplease', 'Fix the tide table'],
  ['Implement the following plan: add tides', 'Implement the following plan: add tides'],
  ['Plan the tides', 'Plan the tides'],
])('the title of %j is the line with its subject', async (prompt, title) => {
  expect(await titleOf(conversation().human(prompt).agent('ok').human('thanks'))).toBe(title)
})

test('a prompt of boilerplate alone names a session only when nothing else does', async () => {
  expect(await titleOf(conversation().human('Implement the following plan:').agent('which?'))).toBe('Implement the following plan:')
  expect(await titleOf(conversation().human('Implement the following plan:').agent('which?').human('Add tides'))).toBe('Add tides')
})

test.each([
  [command('/clear', ''), 'Fix it'],
  [command('/model', 'opus'), 'Fix it'],
  [command('/clear', '', '\nDraw the moon'), 'Draw the moon'],
  [command('/model', 'opus', '\nDraw the moon'), 'Draw the moon'],
  [command('/review', 'the parser'), '/review the parser'],
  [command('/review', '', ' and then the tests'), '/review and then the tests'],
  [command('/review', 'the parser', '\nand the tests'), '/review the parser and the tests'],
  [command('/review', ''), 'Fix it'],
  ['<bash-input>ls</bash-input>', 'Fix it'],
  [`<system-reminder>x</system-reminder>${command('/review', 'the parser')}`, '/review the parser'],
])('after %j and a prompt, the more specific one is the title', async (typed, title) => {
  expect(await titleOf(conversation().user(typed).agent('ok').human('Fix it'))).toBe(title)
})

test('a command is the title when there is no better one, and one about the client only as the last choice', async () => {
  expect(await titleOf(conversation().command('/clear').command('/review').agent('ok'))).toBe('/review')
  expect(await titleOf(conversation().command('/clear').agent('ok'))).toBe('/clear')
})

test('a plan that the client hands over is the title only where no person typed anything', async () => {
  const plan = '# Tide tables\n\n1. Read'
  const handed = conversation().user(`Implement the following plan:\n\n${plan}`, { planContent: plan }).agent('Done')
  expect(await titleOf(handed)).toBe('Tide tables')
  expect(await titleOf(handed.human('Sort them'))).toBe('Sort them')
})
