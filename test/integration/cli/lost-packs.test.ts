/** A store whose packs are gone and whose tables were rebuilt: what lists contents says that they are missing. */
import { readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { conversation } from '../../support/conversation.ts'
import { strata } from '../../support/strata-command.ts'
import { tempDir } from '../../support/temp-dir.ts'
import { writeConversation } from '../../support/write-conversation.ts'

const losePacks = (store: string): void => {
  const packs = path.join(store, 'packs')
  for (const name of readdirSync(packs)) rmSync(path.join(packs, name))
  strata(store, 'reindex')
}

test('after packs were lost, log, sessions and doctor say which sessions cannot be read', () => {
  const store = path.join(tempDir(), 'store')
  const talks = [1, 2].map((at) =>
    conversation({ sessionId: `lost-${at}`, seed: `lost ${at}` })
      .human('Hello')
      .agent('Hi.'),
  )
  const { projects } = writeConversation(tempDir(), ...talks)
  strata(store, 'import', projects)
  for (const command of ['log', 'sessions']) expect(strata(store, command)).toMatchObject({ code: 0, err: '' })
  losePacks(store)
  const says = 'strata: 2 sessions cannot be read: packs are missing or damaged. Run `strata verify`.\n'
  for (const args of [['log'], ['sessions'], ['log', '-q'], ['log', '--json']]) {
    expect([args, strata(store, ...args)]).toMatchObject([args, { code: 3, err: says }])
  }
  const doctor = strata(store, 'doctor')
  expect(doctor.code).toBe(3)
  expect(doctor.out).toContain('2 sessions cannot be read')
  expect(doctor.out).not.toContain('contain no transcripts')
  // A part of the sessions is there again.
  strata(store, 'import', projects)
  expect(strata(store, 'log')).toMatchObject({ code: 0, err: '' })
})
