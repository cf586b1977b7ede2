/** The events of a session as the memory of a project keeps them. */
import path from 'node:path'
import { expect, test } from 'vitest'
import { recordsOfSteps, redactedRecord, type Redact } from '../../../app/agent-context/records-of-steps.ts'
import { stepsOf } from '../../../app/agent-context/read-transcript.ts'
import { withSession, type EventSource } from '../../../app/agent-context/join-session.ts'
import type { EventStatus } from '../../../app/model/reasoning.ts'
import { eventsBytes } from '../../../app/agent-context/events-text.ts'
import type { ThinkingRecord } from '../../../app/agent-context/thinking-record.ts'
import { Redactor } from '../../../app/secrets/redactor.ts'
import { privateWordsPattern } from '../../../app/secrets/private-words.ts'
import { conversation, type Conversation } from '../../support/conversation.ts'
import { madeUpKey } from '../../support/made-up-key.ts'

const root = '/home/dev/harbour'
const none: Redact = { text: (plain) => plain, json: (plain) => plain }

const recordsOf = (talk: Conversation, redact: Redact = none): readonly ThinkingRecord[] => {
  const main = [...talk.files()].find(([file]) => file === talk.path)
  return recordsOfSteps(stepsOf(main?.[1] ?? new Uint8Array(), path.basename(talk.path), talk.sessionId), root, redact)
}

const eventsText = (records: readonly ThinkingRecord[]): string => eventsBytes(records).toString('utf8')

const file = `${root}/src/lamps.ts`
const begun = (seed: string): Conversation => conversation({ seed, cwd: root })
/** The file is known before. */
const known = (seed: string): Conversation => begun(seed).human('Look at the lamps').reads(file, 'white').agent('They are white.')

test('an event has the thought, the response, the calls, their files and the prompt around it', () => {
  const talk = begun('a')
    .human('Name the lamps')
    .thinks("I'll go with a map of lamps by their name.")
    .agent('A map of lamps it is.')
    .writes(file, 'export const lamps = new Map()\n')
    .runs('npm test', 'boom', { error: true })
    .agent('Done.')
  const decision = recordsOf(talk).find(({ type }) => type === 'decision')
  expect(decision).toMatchObject({
    session_id: talk.sessionId,
    summary: "I'll go with a map of lamps by their name.",
    raw_thinking: "I'll go with a map of lamps by their name.",
    model_output: 'A map of lamps it is.',
    prompt_context: 'Name the lamps',
    files_affected: ['src/lamps.ts'],
    status: 'unknown',
    evidence: null,
    record: { source: `${talk.sessionId}.jsonl` },
  })
  expect(decision?.tool_calls.map(({ tool_name: tool, outcome }) => [tool, outcome])).toEqual([
    ['Write', 'success'],
    ['Bash', 'error'],
  ])
  expect(decision?.tool_calls[1]?.input_summary).toContain('"command":"npm test"')
  expect(decision?.timestamp).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
})

test('a second extraction gives the same ids and the same text', () => {
  const talk = known('b').human('Name the lamps').thinks("I'll go with a map of lamps by their name.").edits(file, 'white', 'red')
  expect(eventsText(recordsOf(talk))).toBe(eventsText([...recordsOf(talk), ...recordsOf(talk)]))
})

test('what a person rejects is what the turn before it changed', () => {
  const talk = known('c')
    .human('Paint the lamps')
    .thinks("I'll go with red paint for every lamp.")
    .edits(file, 'white', 'red')
    .agent('They are red.')
    .human('No, use white paint instead')
    .agent('Sure.')
  const records = recordsOf(talk)
  expect(records.find(({ type }) => type === 'rejection')).toMatchObject({
    files_affected: ['src/lamps.ts'],
    model_output: 'They are red.',
  })
  expect(records.find(({ type }) => type === 'decision')).toMatchObject({ status: 'contradicted' })
})

test('an edit that is put back is reverted, and so is the decision that made it', () => {
  const talk = known('d')
    .human('Paint the lamps')
    .thinks("I'll go with red paint for every lamp.")
    .edits(file, 'white', 'red')
    .thinks('Let me look at the tests of the lamps first.')
    .edits(file, 'red', 'white')
    .agent('Done.')
  const [decision] = recordsOf(talk).filter(({ type }) => type === 'decision')
  expect(decision).toMatchObject({ status: 'reverted', tool_calls: [{ outcome: 'reverted' }] })
  expect(decision?.evidence?.line).toBeGreaterThan(decision?.record.line ?? Infinity)
})

test.each([
  ['git checkout -- src/lamps.ts', 'reverted'],
  ['git checkout HEAD -- src', 'reverted'],
  ['git checkout .', 'reverted'],
  ['cd src && git checkout -- lamps.ts', 'reverted'],
  ['git -C src restore lamps.ts 2>&1 | tail -1', 'reverted'],
  [`git restore ${root}/src/lamps.ts`, 'reverted'],
  ['git restore "src/*.ts"', 'reverted'],
  ['git restore src/lamps.ts', 'reverted'],
  ['git restore  --worktree  --staged  src/lamps.ts', 'reverted'],
  ['git reset --hard', 'reverted'],
  ['git reset --hard HEAD', 'reverted'],
  ['git reset   --hard  origin/main && npm test', 'reverted'],
  ['git stash -m red && npm test', 'reverted'],
  ['git stash push -- src', 'reverted'],
  ['git add . && git reset --hard', 'reverted'],
  ['git add . && git restore --staged . && git restore .', 'reverted'],
  ['git switch --discard-changes main', 'reverted'],
  ['git checkout -- src/other.ts', 'success'],
  ['git checkout -- lamps.ts', 'success'],
  ['git checkout -- harbour', 'success'],
  ['git checkout -- other/src', 'success'],
  ['git checkout src', 'success'],
  ['git checkout -b src/lamps.ts', 'success'],
  ['git restore --staged src/lamps.ts', 'success'],
  ['git restore   --staged   src/lamps.ts', 'success'],
  ['git restore -S src/lamps.ts', 'success'],
  ['git add src && git restore src/lamps.ts', 'success'],
  ['git reset', 'success'],
  ['git reset --soft HEAD~1', 'success'],
  ['git stash push -- docs', 'success'],
  ['git add -A && git stash --keep-index', 'success'],
  ['git stash list', 'success'],
  ['git stash && npm test && git stash pop', 'success'],
  ['npm test || git reset --hard', 'success'],
  ['cd /tmp/other && git reset --hard', 'success'],
  ['cd ~/other; git reset --hard', 'success'],
  ['echo "git reset --hard"', 'success'],
  ["cat > notes.md <<'EOF'\ngit reset --hard\nEOF", 'success'],
  ['git commit -am "red" && git reset --hard', 'success'],
])('after an edit, %s leaves its call as %s', (command, outcome) => {
  const talk = known('e')
    .human('Paint the lamps')
    .thinks("I'll go with red paint for every lamp.")
    .edits(file, 'white', 'red')
    .runs(command, '')
    .agent('Done.')
  const calls = recordsOf(talk).find(({ type }) => type === 'decision')?.tool_calls
  expect(calls?.[0]?.outcome).toBe(outcome)
})

test.each([
  ['git reset --hard', 'success'],
  ['git stash', 'success'],
  ['git checkout .', 'success'],
  ['git clean -fd', 'reverted'],
  ['git clean -nfd', 'success'],
  ['git stash -u', 'reverted'],
  ['git stash push --include-untracked', 'reverted'],
  ['git add src/boats.ts && git reset --hard', 'reverted'],
  ['git add -u && git reset --hard', 'success'],
  ['git add -A && git stash', 'reverted'],
  ['git add . && git reset && git reset --hard', 'success'],
])('after a file was written that Git does not know, %s leaves its call as %s', (command, outcome) => {
  const talk = known('new')
    .human('Paint the boats')
    .thinks("I'll go with red paint for every boat.")
    .writes(`${root}/src/boats.ts`, 'red\n')
    .runs(command, '')
    .agent('Done.')
  const calls = recordsOf(talk).find(({ type }) => type === 'decision')?.tool_calls
  expect(calls?.[0]?.outcome).toBe(outcome)
})

test('a file that was read before it was written over is one that a reset gives back', () => {
  const talk = known('over')
    .human('Paint the lamps')
    .thinks("I'll go with red paint for every lamp.")
    .writes(file, 'red\n')
    .runs('git reset --hard', '')
    .agent('Done.')
  expect(recordsOf(talk).find(({ type }) => type === 'decision')?.tool_calls[0]?.outcome).toBe('reverted')
})

test('what Git gives back after a commit is not what was committed', () => {
  const talk = known('f')
    .human('Paint the lamps')
    .thinks("I'll go with red paint for every lamp.")
    .edits(file, 'white', 'red')
    .runs('git commit -am "red"', '')
    .runs('git checkout -- src/lamps.ts', '')
    .agent('Done.')
  expect(recordsOf(talk).find(({ type }) => type === 'decision')?.tool_calls[0]?.outcome).toBe('success')
})

test('calls of a turn without words are kept, those that only look are not', () => {
  const failed = begun('g').human('Run the tests').runs('npm test', 'boom', { error: true })
  expect(recordsOf(failed)).toMatchObject([{ type: 'raw', summary: 'Calls without words: Bash', tool_calls: [{ outcome: 'error' }] }])
  const looked = begun('h').human('Read it').reads(file, 'text')
  expect(recordsOf(looked)).toEqual([])
})

test('secrets and private words are in no field of an event', () => {
  const key = madeUpKey('ghp_{36}')
  const talk = begun('i')
    .human(`Deploy Acme with ${key}`)
    .thinks(`I'll go with the token ${key} of Acme for the deployment.`)
    .agent(`Using ${key} for Acme.`)
    .writes(`${root}/acme/keys.ts`, `export const key = "${key}"\n`)
    .runs(`curl -H "Authorization: Bearer ${key}" acme.example`, '')
  const redactor = new Redactor(privateWordsPattern(['acme']))
  const text = eventsText(recordsOf(talk, { text: (plain) => redactor.text(plain), json: (plain) => redactor.json(plain) }))
  expect(text).not.toContain(key)
  expect(text).not.toMatch(/acme/i)
  expect(text).toContain('[redacted]')
})

test('what a fork copied stays with the session that it is from, and the new events continue that session', () => {
  const talk = known('j').human('Paint the lamps').thinks("I'll go with red paint for every lamp.").agent('Done.')
  const forked = talk.fork().human('Now the boats').thinks("I'll go with blue paint for the boats of the harbour.").agent('Done.')
  const first = withSession([], recordsOf(talk), 'transcript')
  const both = withSession(withSession(first, recordsOf(forked), 'transcript'), recordsOf(forked), 'transcript')
  expect(both.map(({ summary, session_id: session, record }) => [summary, session, record.continues])).toEqual([
    ["I'll go with red paint for every lamp.", talk.sessionId, undefined],
    ["I'll go with blue paint for the boats of the harbour.", forked.sessionId, talk.sessionId],
  ])
})

test('a transcript that lost records takes no event away, and a commit that is known stays', () => {
  const talk = known('k').human('Paint the lamps').thinks("I'll go with red paint for every lamp.").agent('Done.')
  const [event] = recordsOf(talk)
  const before = event === undefined ? [] : [{ ...event, commit_id: 'ctx-1a2b3c4d' }]
  expect(withSession(before, [], 'transcript')).toEqual(before)
  expect(withSession(before, recordsOf(talk), 'transcript')).toEqual(before)
})

test('what only its own transcript showed of an event goes when the transcript does not show it again', () => {
  const talk = known('l').human('Paint the lamps').thinks("I'll go with red paint for every lamp.").agent('Done.')
  const [event] = recordsOf(talk)
  if (event === undefined) throw new Error('No event')
  const after = (status: EventStatus, source: string, from: EventSource): unknown =>
    withSession([{ ...event, status, evidence: { source, line: 3 } }], [event], from)[0]?.status
  const own = event.record.source
  expect(after('reverted', own, 'transcript')).toBe('unknown')
  expect(after('reverted', 'other.jsonl', 'transcript')).toBe('reverted')
  expect(after('in_force', own, 'transcript')).toBe('in_force')
  expect(after('stale', own, 'transcript')).toBe('stale')
  expect(after('reverted', own, 'store')).toBe('unknown')
  expect(after('in_force', 'other.jsonl', 'store')).toBe('unknown')
})

test('a secret at the end of a summary is redacted before the summary is cut', () => {
  const key = madeUpKey('ghp_{36}')
  const lead = `I'll go with a map of lamps by their name, which the server takes from ${'x'.repeat(24)} `.slice(0, 100)
  const talk = begun('cut').human('Name the lamps').thinks(`${lead} ${key} for now.`).agent('Done.')
  const redactor = new Redactor(undefined)
  const text = eventsText(recordsOf(talk, { text: (plain) => redactor.text(plain), json: (plain) => redactor.json(plain) }))
  expect(text).toContain('"type":"decision"')
  for (let end = 10; end <= 16; end += 1) expect(text).not.toContain(key.slice(0, end))
})

test('an input that is cut loses its last word, and so does one that was cut before and is redacted again', () => {
  const talk = (filler: string): Conversation =>
    begun('input')
      .human('Look')
      .thinks("I'll go with a map of lamps by their name.")
      .runs(`echo ${filler} Lighthouse more words after it`, '')
  for (let length = 150; length < 190; length += 1) {
    const [event] = recordsOf(talk('x'.repeat(length)))
    const summary = event?.tool_calls[0]?.input_summary ?? ''
    expect(summary.length).toBeLessThanOrEqual(200)
    expect(summary).not.toMatch(/\bL(?!ighthouse\b)\w*$/)
  }
  const [event] = recordsOf(talk('x'))
  if (event === undefined) throw new Error('no event')
  const lead = `{"command":"echo ${'x '.repeat(88)}`
  const cut = {
    ...event,
    tool_calls: [{ tool_name: 'Bash', input_summary: `${lead}Lightho`.padEnd(200, 'u').slice(0, 200), outcome: 'success' as const }],
  }
  const redactor = new Redactor(privateWordsPattern(['Lighthouse']))
  const redact = { text: (plain: string) => redactor.text(plain), json: (plain: string) => redactor.json(plain) }
  const again = redactedRecord(cut, redact)
  expect(again.tool_calls[0]?.input_summary).toBe(lead)
  expect(redactedRecord(again, redact)).toEqual(again)
})

test('a summary that was cut before loses its last word when it is redacted again, once', () => {
  const [event] = recordsOf(known('cut2').human('Paint').thinks("I'll go with red paint for every lamp.").agent('Done.'))
  if (event === undefined) throw new Error('no event')
  const redactor = new Redactor(privateWordsPattern(['Lighthouse']))
  const redact = { text: (plain: string) => redactor.text(plain), json: (plain: string) => redactor.json(plain) }
  const again = redactedRecord({ ...event, summary: 'Use paint of the Lighth…' }, redact)
  expect(again.summary).toBe('Use paint of the …')
  expect(redactedRecord(again, redact).summary).toBe('Use paint of the …')
})

test('what a stash took is not reverted once it is back', () => {
  const talk = known('stash')
    .human('Make them red')
    .thinks("I'll go with red lamps from now on.")
    .edits(file, 'white', 'red')
    .runs('git stash', 'Saved')
    .runs('npm test', 'ok')
    .runs('git stash pop', 'Dropped')
    .agent('Done.')
  expect(recordsOf(talk).find(({ type }) => type === 'decision')?.status).not.toBe('reverted')
})
