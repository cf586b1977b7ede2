/** What becomes of decisions, and which files they are about. */
import { expect, test } from 'vitest'
import type { RecordClass } from '../../../app/model/record-class.ts'
import type { ChainText } from '../../../app/reasoning/chain-text.ts'
import { thinkingEvents } from '../../../app/reasoning/read-events.ts'

const text = (line: number, kind: ChainText['kind'], body: string, more: Partial<ChainText> = {}): ChainText => ({
  sourceId: 'file-1',
  line,
  block: 0,
  sessionId: 's',
  chain: 'main',
  commitId: 'ctx-00000001',
  recordUuid: null,
  occurredAt: null,
  kind,
  class: (kind === 'prompt' ? 'human_prompt' : 'none') as RecordClass,
  body,
  filePath: null,
  permission: null,
  isCopy: false,
  toolName: null,
  toolUseId: null,
  isError: false,
  ...more,
})

const readThinkingEvents = (texts: readonly ChainText[]) => {
  const reading = thinkingEvents(texts)
  let step = reading.next()
  while (step.done !== true) step = reading.next()
  return step.value
}

const map = "I'll go with a map of lamps by their name."

test('the files of a decision are those of the calls up to the next one', () => {
  const events = readThinkingEvents([
    text(1, 'prompt', 'Name the lamps'),
    text(2, 'thinking', map),
    text(3, 'tool_call', '', { filePath: '/p/lamps.ts' }),
    text(4, 'tool_call', '', { filePath: '/p/lamps.ts' }),
    text(5, 'thinking', "I'll keep the tests in one file for the whole harbour."),
    text(6, 'tool_call', '', { filePath: '/p/lamps.test.ts' }),
    text(7, 'prompt', 'Thanks, what is next?'),
    text(8, 'tool_call', '', { filePath: '/p/other.ts' }),
  ])
  expect(events.map(({ type, files }) => [type, files])).toEqual([
    ['decision', ['/p/lamps.ts']],
    ['decision', ['/p/lamps.test.ts']],
  ])
})

test('the next prompt that rejects it contradicts the newest decision, and is a rejection of the person', () => {
  const events = readThinkingEvents([
    text(1, 'prompt', 'Name the lamps'),
    text(2, 'thinking', map),
    text(3, 'prompt', "No, that won't work: names are not unique."),
  ])
  expect(events).toMatchObject([
    { type: 'decision', status: 'contradicted', shownBy: { sourceId: 'file-1', line: 3 } },
    { type: 'rejection', origin: 'user', status: 'unknown' },
  ])
})

test('the first prompt of a session rejects nothing, and praise does not either', () => {
  const events = readThinkingEvents([text(1, 'prompt', "This won't work"), text(2, 'thinking', map), text(3, 'prompt', 'Great, go on')])
  expect(events).toMatchObject([{ type: 'decision', status: 'unknown', shownBy: null }])
})

test('a refusal with words contradicts, one without words says nothing', () => {
  const refused = (words: string, toolName: string) => [
    text(3, 'tool_call', '{}', { toolName, toolUseId: 'use', filePath: toolName === 'Edit' ? '/p/lamps.ts' : null }),
    text(4, 'tool_result', `The tool use was rejected.${words}`, { permission: 'refused', toolUseId: 'use' }),
  ]
  const after = (words: string, toolName = 'Edit') =>
    readThinkingEvents([text(1, 'prompt', 'Go'), text(2, 'thinking', map), ...refused(words, toolName)])
  expect(after(' the user said:\nuse a list')).toMatchObject([
    { status: 'contradicted', shownBy: { line: 4 } },
    { type: 'rejection', origin: 'user', summary: 'use a list' },
  ])
  expect(after('')).toMatchObject([{ status: 'unknown' }])
  expect(after(' the user said:\nwait', 'Bash')).toMatchObject([{ status: 'unknown' }, { type: 'rejection', origin: 'user' }])
})

test('a later decision on the same file in the same words supersedes the earlier one, one on another file does not', () => {
  const events = (file: string) =>
    readThinkingEvents([
      text(1, 'thinking', map),
      text(2, 'tool_call', '{}', { filePath: '/p/lamps.ts', toolName: 'Edit' }),
      text(3, 'thinking', "I'll go with a map of lamps by their number instead."),
      text(4, 'tool_call', '', { filePath: file }),
    ])
  expect(events('/p/lamps.ts').map(({ status }) => status)).toEqual(['superseded', 'unknown'])
  expect(events('/p/boats.ts').map(({ status }) => status)).toEqual(['unknown', 'unknown'])
})

test('thinking without a choice is exploration or raw, a response without one is no event, and a summary has at most 120 characters', () => {
  const events = readThinkingEvents([
    text(1, 'thinking', 'Let me check how the lamps are named in the harbour.'),
    text(2, 'response', 'Let me check how the lamps are named in the harbour.'),
    text(3, 'response', `I'll go with a map of ${'lamps '.repeat(40)}.`),
  ])
  expect(events.map(({ type, origin }) => [type, origin])).toEqual([
    ['exploration', 'thinking'],
    ['decision', 'response'],
  ])
  expect(events[1]?.summary).toHaveLength(120)
})

test.each([
  'Great, no need to change anything else. Please commit.',
  'Looks good, no need for more tests.',
  'Perfect. Now the page is too slow on old phones, please look at that next.',
  'Nice work! Deploying to staging will not work without the key, I will add it.',
  'no, keep it',
  'no problem, go on',
])('%j rejects nothing', (prompt) => {
  const events = readThinkingEvents([text(1, 'prompt', 'Go'), text(2, 'thinking', map), text(3, 'prompt', prompt)])
  expect(events.map(({ origin, status }) => [origin, status])).toEqual([['thinking', 'unknown']])
})

test.each(["Don't do that", 'Revert this please', 'Use a list instead.', "That's not what I asked for", 'Nein, das ist zu viel'])(
  '%j rejects',
  (prompt) => {
    const events = readThinkingEvents([text(1, 'prompt', 'Go'), text(2, 'thinking', map), text(3, 'prompt', prompt)])
    expect(events).toMatchObject([{ status: 'contradicted' }, { origin: 'user', type: 'rejection' }])
  },
)

test('a decision that is repeated is not superseded', () => {
  const [first] = readThinkingEvents([
    text(1, 'thinking', map),
    text(2, 'tool_call', '', { filePath: '/p/lamps.ts' }),
    text(3, 'thinking', `As said, ${map}`),
    text(4, 'tool_call', '', { filePath: '/p/lamps.ts' }),
  ])
  expect(first?.status).toBe('unknown')
})

test('what a session copied is read but has no events, so that its first own prompt can reject', () => {
  const copied = { isCopy: true }
  const events = readThinkingEvents([
    text(1, 'prompt', 'Go', copied),
    text(2, 'thinking', map, copied),
    text(3, 'prompt', "No, that won't work."),
  ])
  expect(events).toMatchObject([{ origin: 'user', type: 'rejection' }])
})

test.each([
  ['The approach should be:\n\n1. Keep the lamps in a map\n2. Sort them', 'The approach should be: 1. Keep the lamps in a map'],
  ['The approach should be:\n```ts\nconst lamps = 1\n```', 'The approach should be:'],
  ['The approach should be:', 'The approach should be:'],
  [`The approach should be:\n${'lamp '.repeat(60)}`, /^The approach should be: (?:lamp )+.*…$/],
])('a sentence that announces the next line has it in its summary, code it has not: %j', (body, summary) => {
  const [event] = readThinkingEvents([text(1, 'thinking', body)])
  expect(event?.summary).toMatch(summary)
  expect(event?.summary.length).toBeLessThanOrEqual(120)
  if (typeof summary === 'string') expect(event?.summary).toBe(summary)
})

const lampEdit = (from: string, to: string, path = '/p/lamps.ts') => ({
  name: 'Edit',
  input: JSON.stringify({ file_path: path, old_string: from, new_string: to }),
  path,
})

const shell = (command: string, isError = false) => ({ name: 'Bash', input: JSON.stringify({ command }), path: null, isError })

type Made = ReturnType<typeof lampEdit> | ReturnType<typeof shell>

/** Status of one decision, and the line that shows it, after these calls; each has the line of its place, from 1. */
const statusAfter = (...calls: readonly Made[]) => {
  const texts = calls.flatMap(({ name, input, path, ...more }, nth): ChainText[] => {
    const toolUseId = `use-${nth}`
    const isError = 'isError' in more && more.isError
    return [
      text(nth + 1, 'tool_call', input, { toolName: name, toolUseId, filePath: path, cwd: '/p' }),
      text(nth + 1, 'tool_result', isError ? 'Exit code 1' : 'Done.', { toolUseId, isError }),
    ]
  })
  const [event] = readThinkingEvents([text(0, 'thinking', map, { cwd: '/p' }), ...texts])
  return [event?.status, event?.shownBy?.line]
}

const [toNew, toOld] = [lampEdit('list', 'map'), lampEdit('map', 'list')]

test.each([
  ['an edit that was taken back', [toNew, toOld], ['reverted', 2]],
  ['one that was made again after it was taken back', [toNew, toOld, shell('npm test'), toNew], ['unknown', undefined]],
  ['one that was made again and taken back again', [toNew, toOld, toNew, toOld], ['reverted', 4]],
  ['one that was made a third time', [toNew, toOld, toNew, toOld, toNew], ['unknown', undefined]],
  ['one that was made again before Git gave the file back', [toNew, toOld, toNew, shell('git reset --hard')], ['reverted', 4]],
])('%s: a decision is reverted only while its edit is away', (_name, calls, status) => {
  expect(statusAfter(...calls)).toEqual(status)
})

test.each([
  ['git stash pop && npm test', true],
  ['git stash show -p | git apply', false],
  ['npm test', false],
])('what a stash took is not claimed to be reverted after %s', (command, isError) => {
  expect(statusAfter(toNew, shell('git stash && npm test'), shell(command, isError))).toEqual(['unknown', undefined])
})

test('what a command gave back before it failed is away again once Git resets it', () => {
  expect(statusAfter(toNew, shell('git stash'), shell('git stash pop && npm test', true), shell('git reset --hard'))).toEqual([
    'reverted',
    4,
  ])
})

test.each([
  ['/p/a.ts', 'cd .claude/worktrees/x && git reset --hard', 'unknown'],
  ['/p/a.ts', 'git -C .claude/worktrees/x checkout :/', 'unknown'],
  ['/p/one/a.ts', 'cd two && git clean -fd; git checkout -f', 'unknown'],
  ['/p/two/a.ts', 'cd two && git reset --hard', 'reverted'],
  ['/p/two/a.ts', 'git reset --hard', 'reverted'],
  ['/p/one/a.ts', 'cd two && git checkout -- ../one/a.ts', 'reverted'],
])('an edit of %s followed by %j: a command in a folder is about the files below it, or those that it names', (file, command, status) => {
  expect(statusAfter(lampEdit('list', 'map', file), shell(command))[0]).toBe(status)
})
