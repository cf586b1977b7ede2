import { expect, test } from 'vitest'
import { summariseWork, untagged, type Work } from '../../../app/chains/summarise-work.ts'

const used = (...calls: readonly string[]): readonly Work[] =>
  calls.map((call) => {
    const [tool = '', file] = call.split(' ')
    return { tool, file }
  })
const summary = (
  asked: string,
  work: readonly Work[] = [],
  end: { errors?: number; refused?: number; interrupted?: boolean } = {},
): string => summariseWork({ asked, work, errors: end.errors ?? 0, refused: end.refused ?? 0, interrupted: end.interrupted ?? false })

test('a summary names the request, the actions and the outcome', () => {
  const work = used('Read /r/a.ts', 'Edit /r/a.ts', 'Edit /r/b.ts', 'Bash', 'Bash', 'Grep')
  expect(summary('Fix the flaky test', work, { errors: 1 })).toBe('Fix the flaky test — edited a.ts, b.ts, 2 commands, 1 search; 1 error')
  expect(summary('Fix the flaky test', [], { interrupted: true })).toBe('Fix the flaky test — interrupted')
  expect(summary('Fix it', [], { errors: 1, refused: 2 })).toBe('Fix it — 1 error; 2 refused calls')
  expect(summary('What is a tide?')).toBe('What is a tide?')
})

test('files are named by their last part, the first two of them', () => {
  expect(summary('', used('Write /r/a.ts', 'Edit C:\\r\\b.ts', 'Edit /r/c.ts', 'Edit /r/c.ts'))).toBe('edited a.ts, b.ts and 1 more')
  expect(summary('', used('Read /r/a.ts'))).toBe('read a.ts')
  expect(summary('', used('Read /r/a.ts', 'Read /r/b.ts'))).toBe('2 files read')
  expect(summary('', used('Edit', 'Edit'))).toBe('2 edits')
})

test('tools of servers have their own names, notes of an agent are excluded, and at most four actions are listed', () => {
  expect(summary('', used('mcp__charts__tide_table', 'mcp__charts__tide_table', 'TodoWrite'))).toBe('tide_table ×2')
  expect(summary('', used('Bash', 'Agent', 'Alpha', 'Beta', 'Gamma'))).toBe('1 command, 1 agent, Alpha, Beta, more')
})

test('a summary contains the text of tags that a program wrote', () => {
  expect(untagged('<task-notification><task-id>a1</task-id><summary>The build ended</summary></task-notification>')).toBe('The build ended')
  expect(untagged('<teammate-message teammate_id="lee">Please review</teammate-message>')).toBe('teammate message: Please review')
  expect(untagged('a < b, is it not?')).toBe('a < b, is it not?')
})

test('a summary contains tags that a person typed without changes', () => {
  expect(summary('<b>bold</b> is not bold')).toBe('<b>bold</b> is not bold')
})

test('a summary contains the first line with words; a long one is cut between characters', () => {
  expect(summary('```\nlet a = 1\n```')).toBe('let a = 1')
  expect(summary(`${'🌊'.repeat(300)}\nmore`)).toBe(`${'🌊'.repeat(119)}…`)
})
