/** A command may begin a branch: the client writes notes in front of it. */
import { expect, test } from 'vitest'
import { conversation } from '../../support/conversation.ts'
import { deriveConversation } from '../../support/derive-folder.ts'
import { drawChain } from '../../support/draw-chain.ts'

test('notes of the client before a command belong to the branch that the command begins', async () => {
  const talk = conversation().human('one').agent('1')
  const { lastUuid: end } = talk
  talk.human('two').agent('2').rewind(1).human('two, differently').agent('2b')
  talk
    .user('Caveat: what follows was typed to the client', { isMeta: true }, { parent: end, uuid: 'caveat' })
    .user('<command-name>/model</command-name>', {}, { parent: 'caveat' })
    .human('three')
    .agent('3')
  const { commits, records } = (await deriveConversation(talk)).rows
  expect(drawChain((await deriveConversation(talk)).rows)).toBe(`
* three  [session]
* /model
| * two, differently  [rewind/2]
|/
| * two  [rewind/1]
|/
* one`)
  const command = commits.find(({ summary }) => summary.startsWith('/model'))
  expect(records.filter(({ commitId }) => commitId === command?.commitId).map((record) => record.class)).toEqual(['meta', 'command'])
})
