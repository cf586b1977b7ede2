/** Exports of conversations under a budget: they fit or are refused, are valid, contain what is required, and the real client resumes them. */
import { expect, test } from 'vitest'
import type { ExportTarget, ExportView, PackView } from '../../../../app/contract/export.ts'
import type { Engine } from '../../../../app/engine/engine.ts'
import { brokenApiRules, brokenTranscriptRules } from '../../../support/broken-api-rules.ts'
import { conversation, type Conversation } from '../../../support/conversation.ts'
import { fakeMessagesApi } from '../../../support/fake-messages-api.ts'
import { realClient, resume } from '../../../support/real-client.ts'
import { realSessions, sharedOrSkip } from '../../../support/strata-inputs.ts'
import { importedStore } from '../../../support/copied-store.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { importInto, withEngine } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

const newest = '2.1.330'
const stateHead = 'State of the work at this point'

const contentOf = ({ content }: ExportView): string => Buffer.from(content ?? []).toString()

const make = (engine: Engine, commitId: string, budget: number, more: Readonly<Record<string, unknown>> = {}): Promise<ExportView> =>
  engine.ask('export.make', { commitId, target: 'messages', stop: 'root', budget, ...more })

const withTalk = async (talk: Conversation, work: (engine: Engine) => Promise<void>): Promise<void> => {
  const storeDir = tempDir()
  await importInto(storeDir, [writeConversation(tempDir(), talk).projects])
  await withEngine(storeDir, work)
}

const output = (turn: number, at: number): string => `${turn}.${at} ${'all work and no play\n'.repeat(200)}`

/** Turns with several large outputs each. */
const longTalk = (turns: number): Conversation => {
  const talk = conversation({ version: newest, seed: 'packed' })
  for (let turn = 1; turn <= turns; turn += 1) {
    talk.human(`question ${turn}`).thinks(`thought ${turn} ${'hm '.repeat(300)}`)
    for (let at = 1; at <= 7; at += 1) talk.runs(`cat part-${turn}-${at}`, output(turn, at))
    talk.agent(`answer ${turn}`)
  }
  return talk
}

const formsOf = (view: ExportView): Readonly<Record<string, string>> =>
  Object.fromEntries((view.budget?.packs ?? []).map(({ name, form }) => [name, form]))

test('what fits is exported in full, with the state of the work before the turns', async () => {
  const talk = longTalk(2)
  await withTalk(talk, async (engine) => {
    const view = await make(engine, talk.sessionId, 1_000_000)
    expect(formsOf(view)).toEqual({ 'system prompt and tools': 'full', state: 'full', 'turn 1': 'full', 'turn 2': 'full' })
    expect(contentOf(view)).toContain('thought 1')
    expect(contentOf(view).indexOf(stateHead)).toBeLessThan(contentOf(view).indexOf('question 1'))
  })
})

test('thinking goes first, but that of the last turn', async () => {
  const talk = longTalk(3)
  await withTalk(talk, async (engine) => {
    const whole = (await make(engine, talk.sessionId, 1_000_000)).budget?.tokens ?? 0
    const view = await make(engine, talk.sessionId, whole - 20)
    expect(Object.values(formsOf(view)).every((form) => form === 'full')).toBe(true)
    expect(contentOf(view)).not.toContain('thought 1')
    expect(contentOf(view)).toContain('thought 3')
    expect(view.lost.some(({ what }) => what === 'excluded: thinking')).toBe(true)
  })
})

test('older turns are shortened to one line an output or excluded, and the last three stay with their newest outputs', async () => {
  const talk = longTalk(12)
  await withTalk(talk, async (engine) => {
    const view = await make(engine, talk.sessionId, 32_000)
    const forms = formsOf(view)
    expect(['turn 10', 'turn 11', 'turn 12'].map((name) => forms[name])).not.toContain('left_out')
    expect(Object.values(forms)).toContain('left_out')
    expect(Object.values(forms)).toContain('compact')
    expect(view.budget?.tokens).toBeLessThanOrEqual(32_000)
    const text = contentOf(view)
    expect(text).toMatch(/toolcall_ref id=\S+ tool=Bash status=ok cat part-/)
    expect(text).toContain('excluded to keep the budget')
    expect(text).toContain('12.7 all work')
    expect(brokenApiRules(JSON.parse(text) as object)).toEqual([])
  })
})

test('required turns are truncated last, and an impossible budget is refused with one that fits', async () => {
  const talk = longTalk(3)
  await withTalk(talk, async (engine) => {
    const compact = await make(engine, talk.sessionId, 3000)
    expect(Object.values(formsOf(compact))).toContain('compact')
    expect(Object.values(formsOf(compact))).not.toContain('truncated')
    const view = await make(engine, talk.sessionId, 2000)
    expect(Object.values(formsOf(view))).toContain('truncated')
    expect(view.budget?.tokens).toBeLessThanOrEqual(2000)
    for (const turn of [1, 2, 3]) expect(contentOf(view)).toContain(`question ${turn}`)
    const refused = await make(engine, talk.sessionId, 100).catch((thrown: unknown) => (thrown instanceof Error ? thrown.message : ''))
    const [, least] = /--budget (\d+)/.exec(refused as string) ?? []
    expect((await make(engine, talk.sessionId, Number(least))).budget?.tokens).toBeLessThanOrEqual(Number(least))
  })
})

test('a person pins and drops packs', async () => {
  const talk = longTalk(12)
  await withTalk(talk, async (engine) => {
    const view = await make(engine, talk.sessionId, 32_000, { pinned: ['turn 1'], dropped: ['turn 11', 'state'] })
    const packs = new Map(view.budget?.packs.map((pack): [string, PackView] => [pack.name, pack]))
    expect(packs.get('turn 1')).toMatchObject({ priority: 'required' })
    expect(packs.get('turn 1')?.form).not.toBe('left_out')
    expect(packs.get('turn 11')).toMatchObject({ form: 'left_out', why: 'a person excluded it' })
    expect(contentOf(view)).not.toContain(stateHead)
    expect(contentOf(view)).toContain('question 1')
  })
})

test('every form of a conversation keeps the budget', async () => {
  const talk = longTalk(12)
  await withTalk(talk, async (engine) => {
    for (const target of ['claude-code', 'markdown', 'html'] as const satisfies readonly ExportTarget[]) {
      const view = await make(engine, talk.sessionId, 30_000, { target })
      expect(view.budget?.tokens).toBeLessThanOrEqual(30_000)
      expect(contentOf(view).length / 4).toBeLessThan(80_000)
    }
  })
})

test('every real session fits 20,000, 50,000 and 100,000 tokens, valid and with all required parts', async (context) => {
  const storeDir = await importedStore(realSessions(sharedOrSkip(context)).projects)
  await withEngine(storeDir, async (engine) => {
    const { rows } = await engine.ask('sessions.list', { everything: true })
    let checked = 0
    for (const { sessionId, tipCommitId } of rows) {
      if (tipCommitId === null) continue
      for (const budget of [20_000, 50_000, 100_000]) {
        const view = await make(engine, tipCommitId, budget)
        expect([sessionId, brokenApiRules(JSON.parse(contentOf(view)) as object)]).toEqual([sessionId, []])
        expect(view.budget?.tokens).toBeLessThanOrEqual(budget)
        expect(view.budget?.packs.filter(({ priority, form }) => priority === 'required' && form === 'left_out')).toEqual([])
        expect(contentOf(view)).toContain(stateHead)
        const transcript = await make(engine, tipCommitId, budget, { target: 'claude-code' })
        expect(brokenTranscriptRules(contentOf(transcript))).toEqual([])
        checked += 1
      }
    }
    expect(checked).toBeGreaterThan(30)
  })
})

test('the real client resumes packed transcripts of real sessions', async (context) => {
  const shared = sharedOrSkip(context)
  const client = realClient(newest)
  if (client === undefined) return context.skip('the client cannot be installed on this machine')
  const storeDir = await importedStore(realSessions(shared).projects)
  const api = await fakeMessagesApi()
  try {
    await withEngine(storeDir, async (engine) => {
      const { rows } = await engine.ask('sessions.list', { everything: true })
      const tips = rows.flatMap(({ tipCommitId }) => tipCommitId ?? []).slice(0, 5)
      for (const commitId of tips) {
        const view = await make(engine, commitId, 20_000, { target: 'claude-code' })
        const { body, output: said } = await resume({ client, api, sessionId: view.sessionId ?? '', transcript: view.content ?? '' })
        if (body === undefined) throw new Error(`nothing was sent for ${commitId}: ${said}`)
        const sent = JSON.stringify(body.messages)
        expect(sent).toContain(stateHead)
        expect(sent).toContain('next')
        expect(brokenApiRules({ ...body, messages: body.messages }).filter((problem) => !problem.endsWith('is not defined'))).toEqual([])
      }
    })
  } finally {
    api.close()
  }
})
