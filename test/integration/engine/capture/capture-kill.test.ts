/** No output read from a captured agent is lost when the agent, the capture or the owner of the store is killed. */
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { startStrata } from '../../../support/running-strata.ts'
import { agent, capture, commitsOf, kindsOf, newStore, saying, spoolsOf, turn } from '../../../support/scripted-agent.ts'
import { strata } from '../../../support/strata-command.ts'
import { tableDigests } from '../../../support/with-engine.ts'

const until = (check: () => void | Promise<void>): Promise<void> => vi.waitFor(check, { timeout: 120_000, interval: 50 })

test.each(['SIGKILL', 'SIGTERM'] as const)(
  'all output of an agent that ends by %s is kept, and capture ends the same way',
  async (signal) => {
    const store = newStore()
    const half = '{"type":"assistant","subtype":"text","te'
    const running = capture(
      store,
      agent(`${saying(turn)}\nprocess.stdout.write(${JSON.stringify(half)}, () => process.kill(process.pid, '${signal}'))`),
    )
    running.child.stdin.end()
    expect(await running.ended).toMatchObject({ signal, out: `${turn.join('\n')}\n${half}` })
    const last = (await commitsOf(store)).at(-1)
    expect(last?.events.map(({ type }) => type)).toEqual(['tool_call', 'tool_result', 'output', 'metric'])
  },
)

/** Writes its lines, then waits until nobody captures it any more. */
const patient = (): string => agent(saying(turn, 'const by = process.ppid; setInterval(() => process.ppid === by || process.exit(), 100)'))

test.each(['by itself', 'through another process'])('no read output is lost when strata capture is killed: working %s', async (how) => {
  const store = newStore()
  const owner = how === 'by itself' ? undefined : startStrata(store, ['watch', path.join(store, 'nothing')])
  if (owner !== undefined) await until(() => expect(owner.err()).toContain('waiting for'))
  const running = capture(store, patient())
  await until(() => expect(running.out()).toBe(`${turn.join('\n')}\n`))
  running.child.kill('SIGKILL')
  await running.ended
  expect(spoolsOf(store)).not.toEqual([])
  if (owner !== undefined) {
    owner.child.kill('SIGINT')
    await owner.ended
  }
  expect(strata(store, 'log').code).toBe(0)
  expect(spoolsOf(store)).toEqual([])
  const commits = await commitsOf(store)
  const events = commits.flatMap((commit) => commit.events)
  expect(events.map(({ type }) => type).filter((type) => type !== 'prompt')).toEqual([
    'system',
    'response',
    'tool_call',
    'tool_result',
    'metric',
  ])
  expect(strata(store, 'verify').code).toBe(0)
  const before = await tableDigests(store)
  expect(strata(store, 'reindex').code).toBe(0)
  expect(await tableDigests(store)).toEqual(before)
})

test('the output that a killed capture read is stored by the next command, also when the index must catch up first', async () => {
  const store = newStore()
  const running = capture(store, patient())
  await until(() => expect(running.out()).toBe(`${turn.join('\n')}\n`))
  await until(() => expect(readFileSync(path.join(store, 'journal.jsonl'), 'utf8')).toContain('\n'))
  running.child.kill('SIGKILL')
  await running.ended
  expect(spoolsOf(store)).not.toEqual([])
  for (const name of readdirSync(store).filter((file) => file.startsWith('index.'))) rmSync(path.join(store, name), { recursive: true })
  expect(strata(store, 'log').code).toBe(0)
  expect(spoolsOf(store)).toEqual([])
  expect(kindsOf(await commitsOf(store)).at(-1)).toMatch(/^session_end: /)
})

test('when the owner of the store is killed during a capture, the capture continues', async () => {
  const store = newStore()
  const owner = startStrata(store, ['watch', path.join(store, 'nothing')])
  await until(() => expect(owner.err()).toContain('waiting for'))
  const slow = agent(`${saying(turn.slice(0, 2))}\nprocess.stdin.on('data', () => { ${saying(turn.slice(2))}; process.exit(0) })`)
  const running = startStrata(store, ['capture', '--prompt', 'Hello', '--', slow])
  await until(() => expect(strata(store, 'log', '-n', '5').out).toContain('ctx-'))
  owner.child.kill('SIGKILL')
  await owner.ended
  running.child.stdin.end('go')
  expect(await running.ended).toMatchObject({ code: 0 })
  expect(kindsOf(await commitsOf(store))).toEqual(['turn_boundary: system prompt response', 'session_end: tool_call tool_result metric'])
})
