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
