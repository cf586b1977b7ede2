/** Kinds of secrets in every place of a conversation: none leaves in an export that redacts, in a lake without names or in a request to a model. */
import { expect, test } from 'vitest'
import { exportTargets } from '../../../../app/contract/export.ts'
import type { SecretsView } from '../../../../app/contract/export.ts'
import { serviceKeys } from '../../../../app/secrets/service-keys.ts'
import { conversation, type Conversation } from '../../../support/conversation.ts'
import { madeUpKey } from '../../../support/made-up-key.ts'
import { message, startModelServer } from '../../../support/model-server.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { importInto, runJob, withEngine } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

const keyOf = (id: string): string => madeUpKey(serviceKeys.find((row) => row.id === id)?.examples[0] ?? '')

/** A text of each kind, and what of it may not leave. */
const kinds: readonly (readonly [text: string, secret: string])[] = [
  ...[
    'github',
    'gitlab',
    'vercel',
    'digitalocean',
    'postman',
    'docker',
    'telegram',
    'discord-bot',
    'age',
    'supabase',
    'vault',
    'shopify',
  ].map((id) => [keyOf(id), keyOf(id)] as const),
  ['DB_PASS=correcthorse7', 'correcthorse7'],
  ['Authorization: token horsecorrect8', 'horsecorrect8'],
  ['redis://:batterystaple9@cache.example', 'batterystaple9'],
  ["sshpass -p 'staple battery5' ssh x", 'staple battery5'],
  ['{"name":"DB_PASSWORD","value":"horsestaple6"}', 'horsestaple6'],
  ['password%3Dbatteryhorse4%26x', 'batteryhorse4'],
]

const talkWith = (text: string): Conversation =>
  conversation({ seed: text })
    .human(`Use ${text} for it`)
    .thinks(`I know ${text} now`)
    .agent(`I use ${text} now`)
    .runs(`run ${text} now`, `gave ${text} now`)
    .writes('/srv/app/.env', `${text}\n`)
    .calls('mcp__x__set', { [text]: 1, list: [text], deep: { note: text, json: JSON.stringify({ said: text }) } })
    .result('', { said: text })
    .agent('Done')

test.each(kinds)('“%s” is in no form of an export, is listed, and is sent to no model', async (text, secret) => {
  const [dir, store] = [tempDir(), tempDir()]
  const { projects } = writeConversation(dir, talkWith(text))
  await importInto(store, [projects])
  const server = await startModelServer(message('done'))
  const env = { ANTHROPIC_API_KEY: 'x'.repeat(20), ANTHROPIC_BASE_URL: server.url }
  await withEngine(
    store,
    async (engine) => {
      const commits = (await engine.ask('chain.log', { limit: 100 })).commits
      const commitId = commits[0]?.commitId ?? ''
      for (const target of exportTargets) {
        const open = await engine.ask('export.make', { commitId, target, stop: 'root' })
        expect(Buffer.from(open.content ?? []).includes(secret), `${target} as it is`).toBe(true)
        const clean = await engine.ask('export.make', { commitId, target, stop: 'root', redact: true })
        expect(Buffer.from(clean.content ?? []).toString('utf8'), target).not.toContain(secret)
        expect(clean.secrets?.length, target).toBeGreaterThan(0)
      }
      const { found } = (await runJob(engine, 'export.secrets', { commitIds: [commitId], stop: 'root' })).result as SecretsView
      expect(found.length).toBeGreaterThan(0)
      await runJob(engine, 'summaries.start', { atOnce: 1, inBatches: false })
    },
    env,
  )
  expect(server.requests.length).toBeGreaterThan(0)
  expect(JSON.stringify(server.requests.map(({ body }) => body))).not.toContain(secret)
})
