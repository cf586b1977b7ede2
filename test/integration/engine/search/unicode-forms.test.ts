/** Searches and filters across the forms that Unicode has of one text. */
import { expect, test } from 'vitest'
import { conversation } from '../../../support/conversation.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { importInto, wholeSearch, withEngine } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

const forms = ['NFC', 'NFD'] as const

test('a text is found in either form by words and phrases in either form, and a project by its name', { timeout: 60_000 }, async () => {
  const talks = forms.map((form) =>
    conversation({ sessionId: form, seed: form, cwd: `/p/한글 Übersicht`.normalize(form) })
      .human(`Where is the 주간 보고서 and the résumé of Ångström?`.normalize(form))
      .agent('ガイド.md'.normalize(form)),
  )
  const store = tempDir()
  for (const talk of talks) await importInto(store, [writeConversation(tempDir(), talk).projects])
  await withEngine(store, async (engine) => {
    const texts = [
      '보고서',
      '"주간 보고서"',
      'résumé',
      '"résumé of ångström"',
      'project:한글',
      'résumé project:übersicht',
      'ガイド',
      '고서',
    ]
    for (const text of texts)
      for (const form of forms) {
        const { results, facets } = await wholeSearch(engine, text.normalize(form))
        expect([text, form, results?.total, facets?.total, results?.isTotalExact]).toEqual([text, form, 2, 2, true])
        expect(results?.sessions.map(({ sessionId }) => sessionId).sort()).toEqual(['NFC', 'NFD'])
      }
  })
})

test(
  'names of sessions, tools, models, paths and folders meet in filters and arguments whatever their form',
  { timeout: 60_000 },
  async () => {
    const own = (form: (typeof forms)[number]): string => 'Prüfung-한글-1'.normalize(form)
    const store = tempDir()
    for (const form of forms) {
      const told = conversation({ sessionId: `${own(form)}-${form}`, seed: form, cwd: '/p/Überblick'.normalize(form) })
        .human('Look')
        .calls('mcp__prüfer__zähle'.normalize(form), { file_path: '/p/Überblick/größe.ts'.normalize(form) }, { id: `toolu_${form}` })
        .result('last', 'forty')
        .agent('Forty.')
      await importInto(store, [writeConversation(tempDir(), told).projects])
    }
    await withEngine(store, async (engine) => {
      for (const form of forms) {
        for (const filter of [`session:${own('NFC')}`, 'tool:mcp__prüfer__zähle', 'file:größe.ts', 'project:überblick'])
          expect([filter, form, (await wholeSearch(engine, filter.normalize(form))).results?.total]).toEqual([filter, form, 2])
        for (const other of forms)
          expect(await engine.ask('session.show', { sessionId: `${own(other)}-${other}`.normalize(form) })).toMatchObject({})
        const listed = await engine.ask('sessions.list', { text: 'überblick'.normalize(form), everything: true })
        expect(listed.total).toBe(2)
        const files = await engine.ask('files.list', { text: 'GRÖSSE'.toLowerCase().replace('ss', 'ß').normalize(form) })
        expect(files.total).toBe(2)
        const versions = await engine.ask('files.versions', { path: '/p/Überblick/größe.ts'.normalize(form) })
        expect(versions.total).toBe(2)
        const log = await engine.ask('chain.log', { file: 'größe.ts'.normalize(form) })
        expect(log.total).toBe(2)
      }
    })
  },
)
