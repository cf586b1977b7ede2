import { expect, test } from 'vitest'
import { concatenate } from '../../../../app/chains/formats/chain-format.ts'
import { bureauAgentV1 } from '../../../../app/bureau/bureau-agent-v1/bureau-agent-v1.ts'
import { block } from '../../../../app/bureau/bureau-agent-v1/message.ts'

const oneMessage =
  '81a264526f6c65647573657267436f6e74656e7481a764546578746268696454797065647465787467546f6f6c557365f6685468696e6b696e67f66a546f6f6c526573756c74f66d536572766572546f6f6c557365f670536572766572546f6f6c526573756c74f6'

test('a message has the bytes that the format gives', () => {
  expect(bureauAgentV1.encode([{ role: 'user', content: [block('text', { text: 'hi' })] }]).toString('hex')).toBe(oneMessage)
  expect(bureauAgentV1.encode([{ role: 'user', content: null }]).toString('hex')).toBe('81a264526f6c65647573657267436f6e74656e74f6')
})

test('messages are read back as they were written', () => {
  const messages = [
    { role: 'user', content: [block('text', { text: 'hi' })] },
    { role: 'assistant', content: null },
    {
      role: 'assistant',
      content: [
        block('thinking', { thinking: { content: 'hm', signature: 's' } }),
        block('tool_use', { toolUse: { id: 't', name: 'Read', input: null } }),
        block('server_tool_result', { serverToolResult: { toolUseId: 's', content: Uint8Array.from(Buffer.from('[]')) } }),
      ],
    },
  ]
  expect(bureauAgentV1.decode(bureauAgentV1.encode(messages))).toEqual(messages)
})

test('messages are counted and joined as they are', () => {
  const bytes = Buffer.from(oneMessage, 'hex')
  expect(bureauAgentV1.count(bytes)).toBe(1)
  expect(concatenate(bureauAgentV1, [bytes, bytes]).toString('hex')).toBe(`82${oneMessage.slice(2).repeat(2)}`)
})

test('a content that is text instead of a list of blocks is refused', () => {
  const bytes = Buffer.from('81a267436f6e74656e74626869', 'hex')
  expect(() => bureauAgentV1.decode(bytes)).toThrow('No delta of the format bureau-agent-v1')
})
