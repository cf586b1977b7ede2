/** Who has the word in a session, and how it stands at a time. */
import { expect, test } from 'vitest'
import { endedAfterMs, settleMs, staleAfterMs, statusAt, type Standing } from '../../../app/model/session-status.ts'
import { conversation, type Conversation } from '../../support/conversation.ts'
import { deriveConversation } from '../../support/derive-folder.ts'

const standing = async (talk: Conversation): Promise<string | undefined> => (await deriveConversation(talk)).rows.sessions[0]?.standing
const interactive = (): Conversation => conversation({ entrypoint: 'cli' })

test.each([
  ['a prompt is last', interactive().human('go'), 'working'],
  ['the agent thinks', interactive().human('go').thinks('hm'), 'working'],
  ['the agent replied', interactive().human('go').agent('done'), 'replied'],
  ['a tool was called', interactive().human('go').agent('let me see').calls('Bash', { command: 'ls' }), 'working'],
  ['a tool answered', interactive().human('go').calls('Bash', { command: 'ls' }).result('last', 'a'), 'working'],
  ['the agent went on after a tool', interactive().human('go').runs('ls', 'a').agent('done'), 'replied'],
  ['the agent asks', interactive().human('go').calls('AskUserQuestion', { questions: [] }), 'asking'],
  [
    'another call of the reply that asks was answered',
    interactive().human('go').calls('AskUserQuestion', { questions: [] }).calls('Bash', { command: 'ls' }).result('last', 'a'),
    'asking',
  ],
  [
    'the person wrote instead of an answer',
    interactive().human('go').calls('AskUserQuestion', { questions: [] }).human('never mind').agent('done'),
    'replied',
  ],
  ['the agent wants its plan approved', interactive().human('go').calls('ExitPlanMode', { plan: 'x' }), 'asking'],
  ['the question was answered', interactive().human('go').calls('AskUserQuestion', { questions: [] }).result('last', 'yes'), 'working'],
  ['the person stopped it', interactive().human('go').agent('well').interrupt(), 'interrupted'],
  ['a command without the model was answered', interactive().human('go').agent('ok').command('/cost', '', '$1'), 'idle'],
  ['the person left', interactive().human('go').agent('ok').command('/exit', '', 'Bye!'), 'ended'],
  ['a program ran the agent', conversation({ entrypoint: 'sdk-cli' }).human('go').agent('done'), 'done'],
  ['nothing was said', interactive().bookkeeping({ type: 'mode' }), 'none'],
])('when %s', async (_what, talk, expected) => {
  expect(await standing(talk)).toBe(expected)
})

const at = (standingThen: Standing, ageMs: number): string => statusAt(standingThen, 1_000_000, 1_000_000 + ageMs)

test('a working session is running while records arrive, stale after a long pause, and ended when it is very old', () => {
  expect([at('working', 0), at('working', staleAfterMs), at('working', staleAfterMs + 1), at('working', endedAfterMs + 1)]).toEqual([
    'running',
    'running',
    'stale',
    'ended',
  ])
})

test('a finished reply waits for the person once nothing followed it for a moment, unless a program ran the agent', () => {
  expect([at('replied', 0), at('replied', settleMs), at('replied', endedAfterMs + 1)]).toEqual(['running', 'waiting', 'ended'])
  expect([at('done', 0), at('done', settleMs)]).toEqual(['running', 'ended'])
})

test('a question, an interruption and a failed request wait for the person immediately', () => {
  expect((['asking', 'interrupted', 'failed', 'idle'] as const).map((one) => at(one, 0))).toEqual([
    'waiting',
    'waiting',
    'waiting',
    'waiting',
  ])
})

test('a session whose client recorded the end has ended, like one without any time', () => {
  expect([at('ended', 0), at('none', 0), statusAt('working', null, 0)]).toEqual(['ended', 'ended', 'ended'])
})

test('a clock that is behind makes no session old', () => {
  expect(at('working', -5_000)).toBe('running')
})
