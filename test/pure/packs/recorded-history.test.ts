/** Topics and the state of the work, read from the records of conversations that a client wrote. */
import { expect, test } from 'vitest'
import type { JsonObject } from '../../../app/model/json-object.ts'
import { readHistory, type AgentSteps, type History } from '../../../app/packs/read-ledger.ts'
import type { Step } from '../../../app/packs/recorded-steps.ts'
import { compactStateText, stateText } from '../../../app/packs/state/state-text.ts'
import { conversation, type Conversation } from '../../support/conversation.ts'
import { stepsOf } from '../../support/steps-of.ts'

const historyOf = (talk: Conversation, agents: readonly AgentSteps[] = []): History => readHistory(stepsOf(talk.lines()), [], agents)

const textsOf = ({ ledger }: History, topic: string): readonly string[] =>
  ledger.messages.filter((message) => message.topic === topic).map(({ text }) => text)

const refusal =
  "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file)."

const refusedWith = (words: string): string => `${refusal} To tell you how to proceed, the user said:\n${words}`

const todos = (...items: readonly (readonly [string, string])[]): JsonObject => ({
  todos: items.map(([content, status]) => ({ content, status, activeForm: content })),
})

const work = (): Conversation =>
  conversation()
    .human('Repair the parser')
    .calls('TodoWrite', todos(['find the fault', 'in_progress'], ['write a test', 'pending']))
    .result('last', 'Todos have been modified')
    .reads('/home/dev/app/parse.ts', 'export {}\n')
    .edits('/home/dev/app/parse.ts', 'export {}', 'export const a = 1')
    .runs('npm test', 'FAIL parse.test.ts\n1 failed', { error: true })
    .calls('TodoWrite', todos(['find the fault', 'completed'], ['write a test', 'in_progress']))
    .result('last', 'Todos have been modified')
    .agent('The fault is found. Next I will write the test.')

test('the first prompt is the issue, the first list the plan, and later lists are progress', () => {
  const history = historyOf(work())
  expect(textsOf(history, 'ISSUE_OPENED')).toEqual(['Repair the parser'])
  expect(textsOf(history, 'PLAN_READY')).toEqual(['- [ ] find the fault (in progress)\n- [ ] write a test'])
  expect(textsOf(history, 'WORKER_PROGRESS')[0]).toBe('- [x] find the fault\n- [ ] write a test (in progress)')
  expect(textsOf(history, 'IMPLEMENTATION_READY')).toEqual(['The fault is found. Next I will write the test.'])
  expect(textsOf(history, 'VALIDATION_RESULT')).toEqual(['test failed: npm test\nFAIL parse.test.ts\n1 failed'])
})

test('the state cites a record for goal, plan, files, validation, errors and the next step', () => {
  const { state } = historyOf(work())
  expect(state.goal).toMatchObject({ text: 'Repair the parser', guess: false, place: { sourceId: 'source-1' } })
  expect(state.plan.map(({ text, done }) => [text, done])).toEqual([
    ['find the fault', true],
    ['write a test', false],
  ])
  expect(state.files).toMatchObject([{ path: '/home/dev/app/parse.ts', change: 'edited', outcome: 'done', changes: 1, by: null }])
  expect(state.validation).toMatchObject({ kinds: ['test'], outcome: 'failed', command: 'npm test' })
  expect(state.errors).toMatchObject([{ tool: 'Bash', subject: 'npm test', text: 'FAIL parse.test.ts' }])
  expect(state.next).toMatchObject({ text: 'Next I will write the test.', guess: true })
  expect(stateText(state)).toMatch(/^Goal: Repair the parser \[source-1:\d+\]$/m)
})

test('an error is open until the same succeeds', () => {
  expect(historyOf(work().runs('npm test', '3 passed')).state.errors).toEqual([])
  expect(historyOf(work().runs('npm run lint', 'no problems')).state.errors).toHaveLength(1)
  expect(historyOf(work().runs('grep x y', '', { error: true })).state.errors).toHaveLength(1)
  expect(historyOf(work().runs('git push', 'rejected: fetch first', { error: true })).state.errors).toHaveLength(2)
  expect(historyOf(work().runs('git push', 'rejected', { error: true }).runs('git push -f', 'done')).state.errors).toHaveLength(1)
})

test('rejections, answers and refused plans are decisions of the person, and an instruction in a prompt is a guess', () => {
  const talk = conversation()
    .human('Add a cache')
    .calls('ExitPlanMode', { plan: '# A cache in memory\n1. Add a map' })
    .result('last', refusedWith('use Redis'), { error: true })
    .human('No, use the client that we have. Is it fast?')
    .calls('Edit', { file_path: '/home/dev/app/cache.ts', old_string: 'a', new_string: 'b' })
    .result('last', refusedWith('call it store'), { error: true })
    .human('is the cache used?')
    .agent('It is.')
  const { state } = historyOf(talk)
  expect(state.decisions.map(({ kind, guess, text }) => [kind, guess, text])).toEqual([
    ['plan refused', false, '“use Redis” (A cache in memory)'],
    ['rejection', false, '“call it store” (Edit …/app/cache.ts)'],
  ])
  const ruled = historyOf(talk.human('No, keep the old name. Never rename it.').agent('Done.')).state
  expect(ruled.decisions.at(-1)).toMatchObject({ kind: 'instruction', guess: true })
  expect(textsOf(historyOf(talk), 'VALIDATION_RESULT')[1]).toContain('rejected: Edit')
  expect(state.files).toMatchObject([{ outcome: 'rejected', changes: 0 }])
})

test('a rejection without words ends when the same is done later', () => {
  const talk = conversation().human('Commit').calls('Bash', { command: 'git commit -m a' }).result('last', refusal, { error: true })
  expect(historyOf(talk).state.decisions).toHaveLength(1)
  expect(historyOf(talk.human('ok now').runs('git commit -m a', 'done')).state.decisions).toEqual([])
})

test('an approved plan is the plan, and tasks that are made later replace it', () => {
  const talk = conversation()
    .human('Plan it')
    .calls('ExitPlanMode', { plan: '# Plan\n1. Read the code\n2. Change it' })
    .result('last', 'User has approved your plan. You can now start coding.')
  expect(historyOf(talk).state.plan.map(({ text, done }) => [text, done])).toEqual([
    ['Read the code', null],
    ['Change it', null],
  ])
  expect(textsOf(historyOf(talk), 'PLAN_READY')).toHaveLength(1)
  talk.calls('TaskCreate', { subject: 'Read', description: 'r' }).result('last', 'Task #1 created successfully: Read')
  talk.calls('TaskCreate', { subject: 'Change', description: 'c' }).result('last', 'Task #2 created successfully: Change')
  talk.calls('TaskUpdate', { taskId: '1', status: 'completed' }).result('last', 'Updated task #1 status')
  expect(historyOf(talk).state.plan.map(({ text, done }) => [text, done])).toEqual([
    ['Read', true],
    ['Change', false],
  ])
})

const moved = (steps: readonly Step[], at: number | null): readonly Step[] => steps.map((step) => ({ ...step, at }))

test('what a sub-agent changed counts up to the moment that is read, and an unrecorded one is named', () => {
  const talk = conversation().human('Delegate').calls('Agent', { subagent_type: 'dev', prompt: 'edit' })
  const callId = talk.lastCallId
  const own = stepsOf(conversation().human('edit').writes('/home/dev/app/new.ts', 'x\n').lines())
  const calledAt = stepsOf(talk.lines()).at(-1)?.at ?? 0
  const agentsAt = (at: number | null): readonly AgentSteps[] => [{ callId, name: 'dev', steps: moved(own, at) }]
  expect(historyOf(talk, agentsAt(calledAt + 1)).state.files).toEqual([])
  talk.wait(60_000).result('last', 'Done: wrote new.ts').agent('It is done.')
  for (const at of [calledAt + 1, null])
    expect(historyOf(talk, agentsAt(at)).state.files).toMatchObject([{ path: '/home/dev/app/new.ts', by: 'dev', outcome: 'done' }])
  expect(textsOf(historyOf(talk, agentsAt(calledAt + 1)), 'IMPLEMENTATION_READY')).toEqual(['It is done.'])
  expect(historyOf(talk, agentsAt(calledAt + 1)).state.unseenAgents).toBeNull()
  expect(historyOf(talk).state.unseenAgents).toMatchObject({ count: 1, names: ['dev'] })
  expect(textsOf(historyOf(talk), 'INVESTIGATION_COMPLETE')).toEqual(['Done: wrote new.ts', 'It is done.'])
})

test('what a sub-agent did after the last step is neither a changed file nor a turn with changes, also when it had answered', () => {
  const talk = conversation().human('Delegate').calls('Agent', { subagent_type: 'dev', prompt: 'edit' })
  const callId = talk.lastCallId
  talk.result('last', 'Done: looked').agent('It was looked at.')
  const own = stepsOf(conversation().human('edit').writes('/home/dev/app/later.ts', 'x\n').lines())
  const history = historyOf(talk, [{ callId, name: 'dev', steps: moved(own, (stepsOf(talk.lines()).at(-1)?.at ?? 0) + 1) }])
  expect(history.state.files).toEqual([])
  expect(textsOf(history, 'IMPLEMENTATION_READY')).toEqual([])
  expect(JSON.stringify(history)).not.toContain('later.ts')
})

test('nothing that comes later changes the state at a moment', () => {
  const lines = work().human('Never print SECRET-7F').writes('/home/dev/app/b.ts', 'b').agent('SECRET-7F').lines()
  const whole = stepsOf(lines)
  for (let end = 1; end <= lines.length; end += 1) {
    const part = stepsOf(lines.slice(0, end))
    expect(part).toEqual(whole.slice(0, part.length))
    const before = lines.findIndex((line) => line.includes('SECRET-7F'))
    if (end <= before) expect(JSON.stringify(readHistory(part))).not.toContain('SECRET-7F')
  }
})

test('a new state is published after each message that changes it, and the compact form has at most 2 KB', () => {
  const talk = work()
  for (let at = 0; at < 60; at += 1)
    talk
      .human(`Never touch folder ${at} ${'é'.repeat(300)}`)
      .writes(`/home/dev/app/very/long/folder/name/file-${at}.ts`, 'x\n')
      .agent('Done ✓')
  const history = historyOf(talk)
  const snapshots = history.ledger.messages.filter(({ topic }) => topic === 'STATE_SNAPSHOT')
  expect(snapshots.length).toBeGreaterThan(60)
  for (const { compact, text } of snapshots) {
    expect(Buffer.byteLength(compact ?? '')).toBeLessThanOrEqual(2048)
    expect(text).toContain('Goal: Repair the parser')
  }
  expect(compactStateText(history.state)).toBe(compactStateText(historyOf(talk).state))
})

test('an empty history has an empty state', () => {
  const { state, ledger } = readHistory([])
  expect(ledger.messages).toEqual([])
  expect(stateText(state)).toBe('No goal, plan, change, validation, error or decision is recorded.')
})

test('the next step is a question or a sentence at the end, or a list under a line that says that it is open', () => {
  const nextOf = (response: string): string | undefined => historyOf(conversation().human('Go').agent(response)).state.next?.text
  expect(nextOf('Done.\n\nWant me to push it?')).toBe('Want me to push it?')
  expect(nextOf('Before you can release, you need to:\n1. Make the app\n2. Add the secret')).toBe(
    'Before you can release, you need to: Make the app; Add the secret',
  )
  expect(nextOf('I changed:\n- a.ts\n- b.ts')).toBeUndefined()
  expect(nextOf('I ran it. Let me know if anything is off.')).toBeUndefined()
  expect(nextOf('The next release is fine. All tests pass.')).toBeUndefined()
  expect(nextOf('It is done. Next, I will write the docs.')).toBe('Next, I will write the docs.')
  expect(nextOf('It runs in the folder.\n\n```\nlet me\n```\n\nAnd globally:')).toBeUndefined()
})

test('the goal of a session that a plan was handed to is the title of the plan, whose items are the plan', () => {
  const { state } = historyOf(
    conversation().human('Implement the following plan:\n\n# Plan: Name the lamps\n\n1. Read them\n2. Write their names').agent('I will.'),
  )
  expect(state.goal?.text).toBe('Implement the plan: Plan: Name the lamps')
  expect(state.plan.map(({ text }) => text)).toEqual(['Read them', 'Write their names'])
})

test.each(['exit', 'quit', 'clear', 'model'])('the command /%s is neither a next step nor a request', (name) => {
  const { state } = historyOf(
    conversation().human('Name the lamps').agent('Done. Shall I commit?').human(`<command-name>/${name}</command-name>`),
  )
  expect(state).toMatchObject({ goal: { text: 'Name the lamps' }, request: null, next: { text: 'Shall I commit?' } })
})

test('a sentence about what remains on top of a branch is no next step', () => {
  const last = 'The conflict is gone. The remaining 2 commits (tests and cleanup) applied cleanly on top.'
  expect(historyOf(conversation().human('Rebase').agent(last)).state.next).toBeNull()
  expect(historyOf(conversation().human('Rebase').agent('The remaining steps are tests and docs.')).state.next?.guess).toBe(true)
})

test('to go on is no decision, to keep something is one', () => {
  const decisionsAfter = (words: string) => historyOf(conversation().human('Begin').agent('Begun.').human(words)).state.decisions
  expect(decisionsAfter("ok let's keep going")).toEqual([])
  expect(decisionsAfter('keep going please')).toEqual([])
  expect(decisionsAfter("let's keep the old name")).toHaveLength(1)
})

test('a conflict of a merge is open until a commit, and any other error for one more turn', () => {
  const merging = () => conversation().human('Merge').runs('git merge origin/main --no-edit', 'Automatic merge failed', { error: true })
  expect(historyOf(merging()).state.errors).toHaveLength(1)
  expect(historyOf(merging().runs('git add -A && git commit -m merge', '[main 1234567] merge')).state.errors).toEqual([])
  const failing = conversation().human('Tag it').runs('git tag v1', 'fatal: tag exists', { error: true }).agent('It exists.')
  expect(historyOf(failing).state.errors).toHaveLength(1)
  expect(historyOf(failing.human('What now?').agent('Nothing.')).state.errors).toHaveLength(1)
  expect(historyOf(failing.human('Paint it').agent('Painted.')).state.errors).toEqual([])
})

test('files below a folder that was removed are gone', () => {
  const { state } = historyOf(
    conversation()
      .human('Try it')
      .writes('/home/dev/app/lamps/a.ts', 'a\n')
      .writes('/home/dev/app/b.ts', 'b\n')
      .runs('rm -rf /home/dev/app/lamps', ''),
  )
  expect(state.files.filter(({ change }) => change === 'deleted').map(({ path }) => path)).toContain('/home/dev/app/lamps/a.ts')
  expect(state.files.find(({ path }) => path.endsWith('b.ts'))?.change).not.toBe('deleted')
})

test('an outcome of several validations is not repeated when each has a newer one, and an unknown one replaces none', () => {
  const talk = conversation().human('Go').runs('npm run build && npm test', 'error TS1', { error: true }).runs('npm run build', 'built')
  const commandsOf = (own: Conversation): readonly (string | undefined)[] => {
    const { validation } = historyOf(own).state
    return [validation?.command, ...(validation?.earlier ?? []).map(({ command }) => command)]
  }
  expect(commandsOf(talk)).toEqual(['npm run build', 'npm run build && npm test'])
  expect(commandsOf(talk.runs('npm test', '3 passed'))).toEqual(['npm test', 'npm run build'])
})

test('a list of tasks shows which were completed by another agent', () => {
  const listed = (status: string): JsonObject => ({ tasks: [{ id: '1', subject: 'find the fault', status }] })
  const talk = conversation()
    .human('Repair the parser')
    .calls('TaskList', {})
    .result('last', '#1 find the fault', { toolUseResult: listed('pending') })
    .calls('TaskList', {})
    .result('last', '#1 find the fault', { toolUseResult: listed('completed') })
  expect(historyOf(talk).state.plan.map(({ text, done }) => [text, done])).toEqual([['find the fault', true]])
})

test('a script that succeeds does not answer the failure of another script of the same program', () => {
  const talk = work().runs('mise run seed', 'ERROR: two paths', { error: true })
  expect(historyOf(talk.runs('mise run fmt', 'done')).state.errors.map(({ subject }) => subject)).toContain('mise run seed')
})

test('neither a part of a question nor the name of a missing thing is an instruction', () => {
  const instructed = (text: string): readonly string[] =>
    historyOf(conversation().human('Repair the parser').agent('Done.').human(text).agent('Yes.')).state.decisions.map(({ kind }) => kind)
  expect(instructed('If it works, don’t we need a test for it?')).toEqual([])
  expect(instructed('The review says:\nno timeout on the request')).toEqual([])
  expect(instructed('No, use the old parser.')).toEqual(['instruction'])
})

test('the newest request is no second line among the instructions, until another one follows it', () => {
  const talk = conversation().human('Repair the parser').agent('Done.').human('No, use the old parser.').agent('I do.')
  expect(stateText(historyOf(talk).state)).not.toContain('instruction')
  expect(stateText(historyOf(talk.human('Thanks').agent('Ready.')).state)).toContain('- instruction (guess): No, use the old parser.')
})

test('“no” after a question of the agent answers it, and what is not the case is no rule', () => {
  const instructed = (asked: string, text: string): readonly string[] =>
    historyOf(conversation().human('Repair the parser').agent(asked).human(text).agent('Yes.')).state.decisions.map(({ kind }) => kind)
  expect(instructed('Anything else before I write the plan?', 'no, write the plan')).toEqual([])
  expect(instructed('I renamed it.', 'no, write the plan')).toEqual(['instruction'])
  expect(instructed('Shall I rename it?', 'no, never rename a file')).toEqual(['instruction'])
  expect(instructed('Done.', "We don't have the old parser, remove it from the list")).toEqual([])
  expect(instructed('Done.', "We don't use the old parser")).toEqual(['instruction'])
  expect(instructed('Done.', 'Instead of passing the empty name, the code should take a default.')).toEqual([])
  expect(instructed('Done.', 'Instead of the empty name use a default')).toEqual(['instruction'])
})

test('a rejection that asks something or puts off a call ends when the same is called later, one that rules does not', () => {
  const after = (words: string): readonly string[] => {
    const edit = { file_path: '/home/dev/app/cache.ts', old_string: 'a', new_string: 'b' }
    const talk = conversation().human('Add a cache').calls('Edit', edit).result('last', refusedWith(words), { error: true })
    return historyOf(talk.calls('Edit', edit).result('last', 'updated').agent('Done.')).state.decisions.map(({ kind }) => kind)
  }
  expect(after('can the switch be shared?')).toEqual([])
  expect(after("hang on a sec, I'll get you the file")).toEqual([])
  expect(after('please write down the steps first')).toEqual([])
  expect(after('wait, I look at it')).toEqual([])
  expect(after('call it store')).toEqual(['rejection'])
  expect(after('please write it without a class')).toEqual(['rejection'])
  expect(after('Wait, never edit this file by hand')).toEqual(['rejection'])
  expect(after('hold on. Use the cache of the parser')).toEqual(['rejection'])
  expect(after('please show less, do not add a class')).toEqual(['rejection'])
})
