import { expect, test } from 'vitest'
import type { ContextCommit } from '../../../../app/model/context-commit.ts'
import { decodeCommit, encodeCommit } from '../../../../app/store/files/commit-record.ts'

const minimal: ContextCommit = {
  version: 1,
  commit_type: 'delta',
  artifact_ref: 'art-0123456789ab',
  format: 'events-v1',
  checkpoint: 'explicit',
  created_at: '2026-02-22T10:30:00Z',
}
const full: ContextCommit = {
  ...minimal,
  checkpoint: 'turn_boundary',
  parent: 'ctx-a1b2c3d4',
  machine: '@iree/fleet/prod/machine/gpu-box:bureau.local',
  summary: 'Reviewed',
  template: 'bureau/template:code-reviewer',
  principal: '@iree/amdgpu/reviewer:bureau.local',
  thread_id: '$thread-event-id',
  ticket_id: 'tkt-a3f9',
  session_id: 'session-12345',
  token_count: 42_000,
  message_count: 15,
}
const minimalBytes =
  'a666666f726d6174696576656e74732d76316776657273696f6e016a636865636b706f696e74686578706c696369746a637265617465645f617474323032362d30322d32325431303a33303a30305a6b636f6d6d69745f747970656564656c74616c61727469666163745f726566706172742d303132333435363738396162'
const fullBytes =
  'b066666f726d6174696576656e74732d763166706172656e746c6374782d6131623263336434676d616368696e65782d40697265652f666c6565742f70726f642f6d616368696e652f6770752d626f783a6275726561752e6c6f63616c6773756d6d6172796852657669657765646776657273696f6e016874656d706c617465781d6275726561752f74656d706c6174653a636f64652d7265766965776572697072696e636970616c782240697265652f616d646770752f72657669657765723a6275726561752e6c6f63616c697468726561645f696470247468726561642d6576656e742d6964697469636b65745f696468746b742d613366396a636865636b706f696e746d7475726e5f626f756e646172796a637265617465645f617474323032362d30322d32325431303a33303a30305a6a73657373696f6e5f69646d73657373696f6e2d31323334356b636f6d6d69745f747970656564656c74616b746f6b656e5f636f756e7419a4106c61727469666163745f726566706172742d3031323334353637383961626d6d6573736167655f636f756e740f'

test('a record with the required fields only has the bytes that the format gives', () => {
  expect(encodeCommit(minimal).toString('hex')).toBe(minimalBytes)
})

test('a record with every field has the bytes that the format gives', () => {
  expect(encodeCommit(full).toString('hex')).toBe(fullBytes)
})

test('empty optional fields are omitted, in any order of the fields', () => {
  const reversed = Object.fromEntries(Object.entries({ ...minimal, summary: '', message_count: 0 }).reverse()) as ContextCommit
  expect(encodeCommit(reversed).toString('hex')).toBe(minimalBytes)
})

test('decoding gives the record back', () => {
  expect(decodeCommit(encodeCommit(full))).toEqual(full)
  expect(decodeCommit(encodeCommit(minimal))).toEqual(minimal)
})

test.each([
  ['other bytes', Buffer.from('no record')],
  ['a record that is cut short', Buffer.from(minimalBytes.slice(0, -2), 'hex')],
  ['a record with something behind it', Buffer.from(`${minimalBytes}00`, 'hex')],
  ['a record with an unknown commit type', Buffer.from(minimalBytes.replace('6564656c7461', '6564656c7462'), 'hex')],
])('%s is refused as malformed', (_what, bytes) => {
  expect(() => decodeCommit(bytes)).toThrow(expect.objectContaining({ code: 'commit-malformed' }))
})
