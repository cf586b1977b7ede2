/** Pages name who wrote a message: only what a human typed is headed User. */
import path from 'node:path'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { conversation } from '../../../support/conversation.ts'
import { strata } from '../../../support/strata-command.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { importInto } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

const talk = () =>
  conversation({ version: '2.1.330' })
    .human('Plan the release')
    .agent('Planned.')
    .notification('The build ended')
    .agent('Seen.')
    .user('Tests are green', { origin: { kind: 'peer' } })
    .agent('Good.')
    .user('<teammate-message teammate_id="ada">Done here</teammate-message>')
    .agent('Fine.')
    .human('Ship it')
    .agent('Shipped.')

const headings = (page: string, form: RegExp): readonly string[] => [...page.matchAll(form)].map(([, words = '']) => words)

test('messages of other sessions, teammates and tasks have headings of their origin', async () => {
  const dir = tempDir()
  const storeDir = path.join(dir, 'store')
  const chat = talk()
  await importInto(storeDir, [writeConversation(dir, chat).projects])
  const page = (form: string): string => {
    const file = path.join(dir, `page.${form}`)
    expect(strata(storeDir, 'export', chat.sessionId, '--for', form, '--stop', 'root', '--out', file).code).toBe(0)
    return readFileSync(file, 'utf8')
  }
  const said = ['User', 'Assistant', 'Notification of a task', 'Assistant', 'Message of another session', 'Assistant']
  const expected = [...said, 'Message of a teammate', 'Assistant', 'User', 'Assistant']
  expect(headings(page('markdown'), /^## (.*)$/gm).filter((words) => !words.startsWith('Excluded'))).toEqual(expected)
  expect(headings(page('html'), /<section[^>]*>\n<h2>([^<]*)/g).map((words) => words.trim())).toEqual(expected)
})
