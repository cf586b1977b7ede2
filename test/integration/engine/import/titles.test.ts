/** Titles: which record or line names a session. */
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { Engine } from '../../../../app/engine/engine.ts'
import { conversation, type Conversation } from '../../../support/conversation.ts'
import { inReportShape } from '../../../support/in-report-shape.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { importInto, withEngine } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

const titles = async (engine: Engine): Promise<ReadonlyMap<string, readonly string[]>> => {
  const { rows } = await engine.ask('sessions.list', { everything: true })
  return new Map(rows.map(({ sessionId, title, titleSource }) => [sessionId, [titleSource, title]]))
}

test('a title record with the id of another session titles that session, and a given title wins over a machine title', async (context) => {
  await inReportShape(context, '40-titles', async (engine) => {
    const found = await titles(engine)
    expect([...found.values()].map(([, title]) => title).sort()).toEqual([
      'My own name',
      'Side file name',
      'Title for B',
      'first words of A',
    ])
    expect(found.get('f91128c8-8a75-53dd-bc0c-fc594c6c40ae')).toEqual(['custom', 'Title for B'])
    expect(found.get('ae78c751-a4da-5bb2-b284-8dda1f085cf2')).toEqual(['prompt', 'first words of A'])
  })
})

test('the title of a session that begins with /clear is the prompt after it', async (context) => {
  await inReportShape(context, '63-title-after-clear', async (engine) => {
    const { rows } = await engine.ask('sessions.list', { everything: true })
    expect(rows).toMatchObject([{ title: 'Fix the login page', humanPrompts: 1, commands: 1 }])
  })
})

const [a, b, c] = ['aaaaaaaa-0000-4000-8000-000000000000', 'bbbbbbbb-0000-4000-8000-000000000000', 'cccccccc-0000-4000-8000-000000000000']

const titlesOf = async (talks: readonly Conversation[], beside: ReadonlyMap<string, string> = new Map()) => {
  const storeDir = tempDir()
  const { projects } = writeConversation(tempDir(), ...talks)
  for (const talk of talks) {
    const text = beside.get(talk.sessionId)
    if (text === undefined) continue
    const folder = path.join(projects, talk.path.replace(/\.jsonl$/, ''))
    mkdirSync(folder, { recursive: true })
    writeFileSync(path.join(folder, 'custom-title.json'), text)
  }
  // One after the other: the order in which sessions arrive decides nothing.
  const found: ReadonlyMap<string, readonly string[]>[] = []
  for (const order of [talks, [...talks].reverse()]) {
    const store = path.join(storeDir, String(found.length))
    for (const talk of order) await importInto(store, [path.join(projects, talk.path)])
    if (beside.size > 0) await importInto(store, [projects])
    found.push(await withEngine(store, titles))
  }
  expect(found[0]).toEqual(found[1])
  return found[0] ?? new Map<string, readonly string[]>()
}

test('titles for other sessions arrive in any order, and never replace a better title of the own file', async () => {
  const title = (kind: 'custom-title' | 'ai-title', text: string, sessionId: string) => ({
    type: kind,
    [kind === 'ai-title' ? 'aiTitle' : 'customTitle']: text,
    sessionId,
  })
  const first = conversation({ sessionId: a }).human('one').agent('1')
  first
    .bookkeeping(title('custom-title', 'For B', b))
    .bookkeeping(title('ai-title', 'For C', c))
    .bookkeeping(title('custom-title', 'Nobody', 'x'))
  const second = conversation({ sessionId: b })
    .human('two')
    .agent('2')
    .bookkeeping(title('ai-title', 'Machine', b))
  const third = conversation({ sessionId: c })
    .human('three')
    .agent('3')
    .bookkeeping(title('ai-title', 'Own', c))
  const found = await titlesOf([first, second, third])
  expect([found.get(a), found.get(b), found.get(c)]).toEqual([
    ['prompt', 'one'],
    ['custom', 'For B'],
    ['agent', 'Own'],
  ])
})

test('the title in the file next to a transcript is that of a person; an invalid one changes nothing', async () => {
  const talks = [a, b].map((sessionId) => conversation({ sessionId }).human(`first of ${sessionId}`).agent('1'))
  const found = await titlesOf(
    talks,
    new Map([
      [a, '{"customTitle":"Beside"}'],
      [b, '{"customTitle":42}'],
    ]),
  )
  expect([found.get(a), found.get(b)]).toEqual([
    ['custom', 'Beside'],
    ['prompt', `first of ${b}`],
  ])
})
