/** Calls pair with results by nearness, so that one id may name several calls. */
import { expect, test } from 'vitest'
import { agentCallId, CallPairing, writtenCallId } from '../../../app/model/call-pairing.ts'

const at = (reply: string, input = 'x', record: string | undefined = reply) => ({ reply, record, input })

test('each call with an id has its own, and a result belongs to the nearest call without one', () => {
  const pairing = new CallPairing()
  expect(pairing.call('Bash:0', at('r1'))).toBe('Bash:0')
  expect(pairing.result('Bash:0', [])).toBe('Bash:0')
  expect(pairing.call('Bash:0', at('r2'))).toBe('Bash:0#2')
  expect(pairing.call('Bash:0', at('r3'))).toBe('Bash:0#3')
  expect(pairing.result('Bash:0', [])).toBe('Bash:0#3')
  expect(pairing.result('Bash:0', [])).toBe('Bash:0#2')
  expect(writtenCallId('Bash:0#3')).toBe('Bash:0')
})

test('a result that names the record of its call belongs to it, even when another call is nearer', () => {
  const pairing = new CallPairing()
  pairing.call('a', at('r1'))
  const second = pairing.call('a', at('r2'))
  expect(pairing.result('a', ['r1'])).toBe('a')
  expect(pairing.result('a', ['r2'])).toBe(second)
})

test('parallel calls of one reply are answered in their order, and the same call written again is one', () => {
  const pairing = new CallPairing()
  expect(pairing.call('a', at('r', 'one'))).toBe('a')
  expect(pairing.call('a', at('r', 'two'))).toBe('a#2')
  expect(pairing.call('a', at('r', 'one'))).toBe('a')
  expect([pairing.result('a', []), pairing.result('a', [])]).toEqual(['a', 'a#2'])
})

test('the id of a further call may already be in the text of the model', () => {
  const pairing = new CallPairing()
  pairing.call('a', at('r1'))
  expect(pairing.call('a', at('r2'))).toBe('a#2')
  expect(pairing.call('a#2', at('r3'))).not.toBe('a#2')
})

test('a result without any call belongs to none', () => {
  expect(new CallPairing().result('a', ['r'])).toBeUndefined()
})

test('the id of an agent maps back to the id in its transcript', () => {
  expect(agentCallId('Bash:0', 'a1')).toBe('Bash:0@a1')
  expect(agentCallId('toolu_01ab3458a5aa7d5768b111', 'a1')).toBe('toolu_01ab3458a5aa7d5768b111')
  expect(writtenCallId('Bash:0@a1#2')).toBe('Bash:0')
})
