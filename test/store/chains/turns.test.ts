/** A session is cut before each thing that a human typed; everything else goes with what it follows. */
import { expect, test } from 'vitest'
import { conversation } from '../../support/conversation.ts'
import type { Conversation } from '../../support/conversation.ts'
import { cutChain } from '../../../app/chains/cut-chain.ts'
import { deriveConversation } from '../../support/derive-folder.ts'
import { drawChain, withCheckpoint } from '../../support/draw-chain.ts'
import { parseText } from '../../support/parse-text.ts'

const draw = async (talk: Conversation): Promise<string> => drawChain((await deriveConversation(talk)).rows, withCheckpoint)

/** For each commit of the main chain, oldest first, the classes of its records. */
const contents = async (talk: Conversation): Promise<readonly (readonly string[])[]> => {
  const { commits, records } = (await deriveConversation(talk)).rows
  return commits.map(({ commitId }) => records.filter((record) => record.commitId === commitId).map((record) => record.class))
}

test('a turn is a prompt and everything up to the next one', async () => {
  const talk = conversation().human('fix it').thinks('hm').agent('I look').runs('ls', 'a').agent('done').human('thanks').agent('welcome')
  expect(await draw(talk)).toBe(`
* thanks (session_end)  [session]
* fix it (turn_boundary)`)
  expect(await contents(talk)).toEqual([
    ['human_prompt', 'reply', 'reply', 'reply', 'tool_result', 'reply'],
    ['human_prompt', 'reply'],
  ])
})

test('slash commands and shell lines are typed: each begins a turn', async () => {
  const talk = conversation()
    .human('fix it')
    .agent('done')
    .command('/review', 'now', undefined, { body: 'Review.' })
    .agent('fine')
    .bash('ls', 'a')
  expect(await draw(talk)).toBe(`
* !ls (session_end)  [session]
* /review now (turn_boundary)
* fix it (turn_boundary)`)
})

test('a prompt typed while the model worked begins a turn, as an attachment or as the only trace in the queue', async () => {
  const newer = conversation().human('fix it').calls('Bash', {}).result('last', 'ok').queued('and test it').agent('done')
  const older = conversation({ version: '2.0.76' })
    .human('fix it')
    .calls('Bash', {})
    .queued('and test it')
    .result('last', 'ok')
    .agent('done')
  const picture = `
* and test it (session_end)  [session]
* fix it (turn_boundary)`
  expect(await draw(newer)).toBe(picture)
  expect(await draw(older)).toBe(picture)
})

test('what the client writes as a user begins no turn', async () => {
  const talk = conversation()
    .human('start it')
    .agent('started')
    .notification('it ended')
    .agent('noted')
    .meta('Caveat')
    .user('<local-command-stdout>x</local-command-stdout>')
    .user('[Request interrupted by user]')
    .user('Stop hook feedback: no')
    .user('<system-reminder>Mind</system-reminder>')
  expect(await draw(talk)).toBe(`
* start it (session_end)  [session]`)
})

test('bookkeeping belongs to the line before it, and at the beginning to the first turn', async () => {
  const talk = conversation()
    .bookkeeping({ type: 'mode', mode: 'normal' })
    .human('one')
    .agent('1')
    .bookkeeping({ type: 'last-prompt', lastPrompt: 'one' })
    .human('two')
    .agent('2')
    .bookkeeping({ type: 'cost-state' })
  expect(await contents(talk)).toEqual([
    ['bookkeeping', 'human_prompt', 'reply', 'bookkeeping'],
    ['human_prompt', 'reply', 'bookkeeping'],
  ])
})

test('output of hooks before the first prompt is a separate commit', async () => {
  const talk = conversation().attachment({ type: 'hook_success' }, 'ready').human('one').agent('1')
  expect(await contents(talk)).toEqual([['bookkeeping'], ['human_prompt', 'reply']])
})

test('lines that are not JSON keep their place', async () => {
  const talk = conversation().human('one').raw('{"type":"user","mess').raw('').agent('1').human('two')
  const { commits, problems } = (await deriveConversation(talk)).rows
  expect(commits.map(({ summary, records }) => [summary, records])).toEqual([
    ['one', 2],
    ['two', 1],
  ])
  expect(problems.map(({ code, line }) => [code, line])).toEqual([['malformed-json', 2]])
})

test('a microcompaction ends a commit and resets nothing', async () => {
  const talk = conversation().human('one').runs('ls', 'a').microcompacts().agent('1').human('two').agent('2')
  expect(await draw(talk)).toBe(`
* two (session_end)  [session]
* 1 (turn_boundary)
* one (compaction)`)
})

test.each([
  ['titles', [{ type: 'summary', summary: 'Tides', leafUuid: 'x' }]],
  ['bookkeeping', [{ type: 'file-history-snapshot', messageId: 'm' }, { type: 'mode' }]],
])('a file of %s alone has no commit', async (_what, records) => {
  const talk = conversation()
  for (const record of records) talk.bookkeeping(record)
  const { commits, refs, sessions } = (await deriveConversation(talk)).rows
  expect({ commits, refs, kind: sessions[0]?.kind }).toEqual({ commits: [], refs: [], kind: 'empty' })
})

test('records of unknown kinds make a commit when there are no others', async () => {
  expect(await draw(conversation().bookkeeping({ type: 'hologram' }).bookkeeping({}))).toBe(`
* 2 records (session_end)  [session]`)
})

test('the summary of a commit is its prompt, else its first prompt or reply with its actions, else its size', async () => {
  const summaryOf = async (talk: Conversation) => (await deriveConversation(talk)).rows.commits.map((commit) => commit.summary)
  const image = [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'aGk=' } }]
  expect(await summaryOf(conversation().human('  first line  \nsecond line').agent('x'))).toEqual(['first line'])
  expect(await summaryOf(conversation().user(image))).toEqual(['[image]'])
  expect(await summaryOf(conversation().notification('the build ended'))).toEqual(['the build ended'])
  expect(await summaryOf(conversation().calls('Bash').calls('Read'))).toEqual(['1 command, 1 read'])
  expect(await summaryOf(conversation().agent('hello'))).toEqual(['hello'])
  expect(await summaryOf(conversation().row({ type: 'attachment', attachment: { type: 'date' } }))).toEqual(['1 record'])
  expect(await summaryOf(conversation().human('🌊'.repeat(300)))).toEqual([`${'🌊'.repeat(119)}…`])
})

test('a commit is dated by its last record, in whole seconds', async () => {
  const talk = conversation({ start: '2026-01-05T09:00:00.000Z' })
    .human('one', { after: 999 })
    .agent('1', { after: 1_500 })
    .bookkeeping({ type: 'mode' })
  const [commit] = (await deriveConversation(talk)).rows.commits
  expect(commit?.createdAt).toBe('2026-01-05T09:00:02Z')
  expect([commit?.startedAt, commit?.endedAt]).toEqual([Date.parse('2026-01-05T09:00:00.999Z'), Date.parse('2026-01-05T09:00:02.499Z')])
})

test('a turn too large for memory is cut by its bytes, before a message or a note', () => {
  const talk = conversation()
    .human('read it all')
    .runs('cat', 'a')
    .runs('cat', 'b')
    .bookkeeping({ type: 'mode', mode: 'normal' })
    .agent('done')
  const [file] = talk.files().values()
  const places = parseText(file ?? '').lines.map((line) => {
    const isLarge = line.class === 'tool_result' || line.class === 'bookkeeping'
    return { source: 0, line: isLarge ? { ...line, length: 50_000_000 } : line, chain: 'main', isCopy: false, carriesCopy: false }
  })
  const cuts = cutChain(places, {
    chain: 'main',
    granularity: 1,
    foreign: new Map(),
    forkPoints: new Set(),
    branches: { starts: new Map(), branchOf: new Map(), last: 0 },
    led: new Set(),
    spawning: new Set(),
  })
  expect(cuts.drafts.map((draft) => [draft.checkpoint, ...draft.places.map(({ line }) => line.class)])).toEqual([
    ['explicit', 'human_prompt', 'reply', 'tool_result', 'reply'],
    ['explicit', 'tool_result'],
    ['session_end', 'bookkeeping', 'reply'],
  ])
  expect(cuts.drafts.map((draft) => draft.parent)).toEqual([undefined, cuts.drafts[0], cuts.drafts[1]])
})
