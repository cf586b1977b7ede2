/** In which order an import reads sessions: what was written last first, and a session together with those that continue it. */
import { utimesSync } from 'node:fs'
import { expect, test } from 'vitest'
import { newestFirst } from '../../../../app/engine/import/newest-first.ts'
import { planImport } from '../../../../app/engine/import/plan-import.ts'
import { finder } from '../../../../importer/agents.ts'
import { conversation, type Conversation } from '../../../support/conversation.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

const dayMs = 86_400_000

const talk = (seed: string, day: number): Conversation =>
  conversation({ seed, start: `2026-03-${String(day).padStart(2, '0')}T09:00:00Z` })
    .human(`${seed}?`)
    .agent(`${seed}!`)

const idsOf = (...talks: readonly Conversation[]): readonly string[] => talks.map(({ sessionId }) => sessionId)

/** @param changedAt modification times, seconds since 1970 */
const orderOf = async (talks: readonly Conversation[], changedAt: (at: number) => number): Promise<readonly string[]> => {
  const { projects, mainFiles } = writeConversation(tempDir(), ...talks)
  mainFiles.forEach((file, at) => utimesSync(file, changedAt(at), changedAt(at)))
  const sorted = await newestFirst(planImport(finder.discover([projects]).files, []).sessions)
  return sorted.map(({ sessionId }) => sessionId)
}

test('the session with the latest record comes first, also when copying the files made all of them equally new or reversed them', async () => {
  const [first, second, third] = [talk('a', 1), talk('b', 2), talk('c', 3)]
  const newest = idsOf(third, second, first)
  expect(await orderOf([first, second, third], () => 1_780_000_000)).toEqual(newest)
  expect(await orderOf([first, second, third], (at) => 1_780_000_000 - at)).toEqual(newest)
})

test('sessions without a time in their last records are ordered by modification time', async () => {
  const timeless = ['a', 'b', 'c'].map((seed) =>
    conversation({ seed }).row({ type: 'system', content: 'x'.repeat(20_000), timestamp: undefined }),
  )
  expect(await orderOf(timeless, (at) => 1_780_000_000 + at)).toEqual(idsOf(...[...timeless].reverse()))
})

test('a session that was forked long ago comes together with the fork that is still used', async () => {
  const origin = talk('origin', 1)
  const between = talk('between', 10)
  const fork = origin
    .fork()
    .wait(19 * dayMs)
    .human('again')
    .agent('again!')
  expect(await orderOf([origin, between, fork], () => 1_780_000_000)).toEqual(idsOf(fork, origin, between))
})

test('files that cannot be read keep their place by modification time, and the import reports them', async () => {
  const [one, other] = [talk('a', 1), talk('b', 2)]
  const { projects } = writeConversation(tempDir(), one, other)
  const plan = planImport(finder.discover([projects]).files, [])
  const gone = plan.sessions.map((session) => ({
    ...session,
    sources: session.sources.map((planned) =>
      planned.kind === 'disk' ? { ...planned, source: { ...planned.source, readFrom: `${planned.source.readFrom}.gone` } } : planned,
    ),
  }))
  expect((await newestFirst(gone)).map(({ sessionId }) => sessionId)).toEqual(plan.sessions.map(({ sessionId }) => sessionId))
})
