/** The real client of an agent with `strata mcp` as its server, against a fake API on this machine alone. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { conversation } from '../../support/conversation.ts'
import { fakeMessagesApi } from '../../support/fake-messages-api.ts'
import { realClient, resume } from '../../support/real-client.ts'
import { cli, strata } from '../../support/strata-command.ts'
import { tempDir } from '../../support/temp-dir.ts'
import { writeConversation } from '../../support/write-conversation.ts'

const version = '2.1.330'
const file = '/home/dev/harbour/lights.ts'

test('an agent asks for a file as an earlier session knew it, and is sent its content', async (context) => {
  const client = realClient(version) ?? context.skip(`Claude Code ${version} cannot be installed on this machine`)
  const home = tempDir()
  const store = path.join(home, 'store')
  const talk = conversation({ seed: 'a', cwd: '/home/dev/harbour' })
    .human('Paint the lighthouse')
    .writes(file, 'export const colour = "white"\n')
    .edits(file, 'white', 'red')
    .agent('It is red now.')
  const { projects, mainFiles } = writeConversation(home, talk)
  expect(strata(store, 'import', projects)).toMatchObject({ code: 0 })
  const call = { type: 'tool_use', id: 'toolu_01FileAt', name: 'mcp__strata__file_at', input: { path: 'lights.ts' } } as const
  const api = await fakeMessagesApi(({ messages }) => {
    const sent = JSON.stringify(messages)
    return sent.includes('which colour') && !sent.includes(call.id) ? call : undefined
  })
  const server = { command: process.execPath, args: [cli, '--store', store, 'mcp'] }
  const flags = ['--mcp-config', JSON.stringify({ mcpServers: { strata: server } }), '--strict-mcp-config', '--allowedTools', call.name]
  const { transcript, output } = await resume({
    client,
    api,
    sessionId: talk.sessionId,
    transcript: readFileSync(mainFiles[0] ?? ''),
    prompt: 'which colour did it have?',
    args: flags,
  })
  api.close()
  const [result = ''] = transcript.split('\n').filter((line) => line.includes('tool_result') && line.includes(call.id))
  expect(result, output).toContain('export const colour = \\"red\\"')
})
