/** One object has one size, wherever it is shown. */
import { expect, test } from 'vitest'
import type { Engine } from '../../../../app/engine/engine.ts'
import { conversation, type Conversation } from '../../../support/conversation.ts'
import { strata } from '../../../support/strata-command.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { importInto, runJob, withEngine } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

const env = { STRATA_MACHINE_ID: 'machine-one' }

const talk = (sessionId: string, day: number): Conversation =>
  conversation({ sessionId, seed: sessionId, cwd: `/p/${sessionId}`, start: `2026-01-${String(day).padStart(2, '0')}T09:00:00Z` })

const snapshot = (...systemPrompt: string[]) => ({ type: 'prompt_snapshot', systemPrompt })

/** Its last snapshot counts, and what came before the compaction is no longer in the context. */
const compacted = () =>
  talk('compacted', 5)
    .attachment(snapshot('You are another.'))
    .human('Read the lights')
    .reads('lights.ts', 'const on = false\n')
    .compacts()
    .attachment(snapshot('You are Claude.', ' ', 'Be brief.'))
    .human('Go on')
    .edits('lights.ts', 'false', 'true')
    .agent('On.')

/** The turn that was left is not in the chat at the end. */
const rewound = () =>
  talk('rewound', 6)
    .bookkeeping({ type: 'api-request-shape', sessionId: 'rewound', shape: { system: [{ type: 'text', text: 'Name this chat.' }] } })
    .human('First')
    .agent('One.')
    .human('A prompt that is taken back, with many words')
    .agent('Two.')
    .rewind(1)
    .human('Third')
    .reads('gone.ts', 'old\n')
    .agent('Three.')

const plain = () =>
  talk('plain', 7)
    .human('Write and remove')
    .writes('new.ts', 'new\n')
    .runs('rm /p/plain/new.ts', '')
    .reads('long.ts', 'a\nb\nc\n')
    .agent('Removed.')

const sizesIn = async (engine: Engine) => {
  const { objects } = await engine.ask('objects.list', { limit: 1000 })
  return Promise.all(
    objects.map(async ({ id, sessionId, chars, aboutTokens, versions, type }) => {
      const shown = await engine.ask('objects.show', { objectId: id })
      const state = await engine.ask('session.state', { at: sessionId })
      const stated = state.objects.find((object) => object.id === id)
      const listed = (await engine.ask('objects.list', { at: sessionId, limit: 1000 })).objects.find((object) => object.id === id)
      return {
        id,
        list: { chars, aboutTokens, versions },
        inSession: { chars: listed?.chars, aboutTokens: listed?.aboutTokens, versions: listed?.versions },
        inState: { chars: stated?.chars, aboutTokens: stated?.aboutTokens, versions: stated?.versions },
        shown: { chars: shown.chars, aboutTokens: shown.aboutTokens, versions },
        content: shown.payload?.['content'],
        type,
      }
    }),
  )
}

test('an object has the same size in lists, in the state of its session and where it is shown', async () => {
  const store = tempDir()
  const { projects } = writeConversation(tempDir(), compacted(), rewound(), plain())
  await withEngine(store, (engine) => runJob(engine, 'import.start', { paths: [projects] }), env)
  await withEngine(
    store,
    async (engine) => {
      const sizes = await sizesIn(engine)
      for (const { id, list, inSession, inState, shown } of sizes) {
        expect({ id, ...inSession }).toEqual({ id, ...list })
        expect({ id, ...inState }).toEqual({ id, ...list })
        expect({ id, ...shown }).toEqual({ id, ...list })
      }
      const prompts = sizes.filter(({ type }) => type === 'system_prompt')
      expect(Object.fromEntries(prompts.map(({ id, list, content }) => [id, [list.chars, content]]))).toEqual({
        'system_prompt:compacted': ['You are Claude.\n\nBe brief.'.length, 'You are Claude.\n\nBe brief.'],
        'system_prompt:rewound': ['Name this chat.'.length, 'Name this chat.'],
        'system_prompt:plain': [null, null],
      })
      // Of the compacted chat, only what came after the compaction counts as active.
      const { sizes: sets, objects } = await engine.ask('session.state', { at: 'compacted' })
      const active = objects.filter(({ level, type }) => level === 'active' && type !== 'file')
      expect(sets.active.chars).toBeLessThan(active.reduce((sum, { chars }) => sum + (chars ?? 0), 0))
    },
    env,
  )
})

test('the command prints the size of an object, or why it is not known', async () => {
  const store = tempDir()
  await importInto(store, [writeConversation(tempDir(), compacted(), plain()).projects])
  const line = (text: string, id: string): string => text.split('\n').find((one) => one.startsWith(id)) ?? ''
  const all = strata(store, 'objects', '--type', 'system_prompt')
  const own = strata(store, 'objects', '--session', 'compacted', '--type', 'system_prompt')
  for (const { out } of [all, own]) expect(line(out, 'system_prompt:compacted')).toContain('about 10')
  expect(strata(store, 'objects', 'show', 'system_prompt:compacted').out).toContain('size: 26 characters, about 10 tokens')
  expect(line(all.out, 'system_prompt:plain')).toContain('n/a')
  expect(all.out).toContain('n/a: not all of the content of a file is known, or no record contains the system prompt')
  expect(strata(store, 'objects', 'show', 'system_prompt:plain').out).toContain('n/a: no record contains it')
})
