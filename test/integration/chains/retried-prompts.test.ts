/** A prompt that the client sends again is one prompt, and the conversation around it is exported whole. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { conversation } from '../../support/conversation.ts'
import { strata } from '../../support/strata-command.ts'
import { tempDir } from '../../support/temp-dir.ts'
import { importInto } from '../../support/with-engine.ts'
import { writeConversation } from '../../support/write-conversation.ts'

const failed = { type: 'system', subtype: 'api_error', level: 'error', error: { status: 529 } }

test.each(['2.0.76', '2.1.330'] as const)(
  'a retry of client %s below the failed request keeps the conversation before and after it',
  async (version) => {
    const dir = tempDir()
    const storeDir = path.join(dir, 'store')
    const talk = conversation({ version }).human('First words').agent('First answer').human('Second words').row(failed)
    talk.user('Second words').agent('Second answer').human('Third words').agent('Third answer')
    await importInto(storeDir, [writeConversation(dir, talk).projects])
    const { sessions } = JSON.parse(strata(storeDir, 'sessions', '--json').out) as { sessions: readonly object[] }
    expect(sessions).toMatchObject([{ humanPrompts: 3, responses: 3 }])
    const file = path.join(dir, 'page.md')
    expect(strata(storeDir, 'export', talk.sessionId, '--for', 'markdown', '--stop', 'root', '--out', file).code).toBe(0)
    const page = readFileSync(file, 'utf8')
    const said = ['First words', 'First answer', 'Second words', 'Second answer', 'Third words', 'Third answer']
    const body = page.slice(page.indexOf('## '))
    expect(said.map((words) => body.split(words).length - 1)).toEqual(said.map(() => 1))
  },
)
