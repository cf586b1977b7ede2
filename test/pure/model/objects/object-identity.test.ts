/** Hashes of objects: the published vectors, and what enters which hash. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contentHash, identityHash, sourceHash, sha256 } from '../../../../app/files/object-hash.ts'
import { chatId, fileEnvelope, objectTypes, sessionObjectId, systemPromptId } from '../../../../app/model/objects/object-identity.ts'
import {
  chatPayload,
  filePayload,
  sessionPayload,
  systemPromptPayload,
  toolcallPayload,
} from '../../../../app/model/objects/object-payload.ts'
import { stableStringify, type StableFields, type StableValue } from '../../../../app/model/objects/stable-stringify.ts'

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

test('a file has the identity of its file system and path', () => {
  const main = fileEnvelope('a1b2c3', '/workspace/src/main.ts')
  expect(stableStringify({ ...main })).toBe(
    '{"source":{"filesystemId":"a1b2c3","path":"/workspace/src/main.ts","type":"filesystem"},"type":"file"}',
  )
  expect(identityHash(main)).toBe('436cdf4216154d467001b1ed1bbf397d1a18e1b276901b26adef59da895c7209')
  expect(identityHash(fileEnvelope('a1b2c3', '/workspace/Grüße.md'))).toBe(
    '5c092c1818bb41bfe163bd297ef9cff6dac5e021917081a5cc369eb94e0a521d',
  )
})

test('the content hash of a file covers content, type and length, also of a deleted file', () => {
  const written = filePayload('/workspace/src/main.ts', 'export {}\n')
  expect(stableStringify(written)).toBe('{"char_count":10,"content":"export {}\\n","file_type":"ts"}')
  expect(contentHash(written)).toBe('a93906923c1bd073a3df750611532251e177e2acac61278041f46eee387031ae')
  expect(contentHash(filePayload('/workspace/src/main.ts', null))).toBe('7d9204a8f0f80e10d7d0e5444df8cb486b773fe699438e5c6450b4638e1aefa2')
})

test('the source hash is that of the bytes, and a file system that of its machine id', () => {
  expect(sourceHash(bytesOf('export {}\n'))).toBe('7992a39d6cde5e050eb78461a8bf9ad986175a94826e835c110b3967290bd249')
  expect(sha256('0123456789abcdef0123456789abcdef')).toBe('3eb1bd439947eb762998e566ccc2e099c791118b2f40579cc4f7da2b5061b7f9')
})

test('objects without a source have ids of their session', () => {
  expect([chatId('s'), sessionObjectId('s'), systemPromptId('s')]).toEqual(['chat:s', 'session:s', 'system_prompt:s'])
  expect(new Set(objectTypes.map((type) => identityHash({ type, source: null }))).size).toBe(objectTypes.length)
})

test('the type of a file is its extension as it is written', () => {
  const typeOf = (path: string) => filePayload(path, '').file_type
  expect(['/a/b.ts', '/a/b.test.TS', 'C:\\a\\b.md', '/a.d/Makefile', '/a/.gitignore', '/a/b.', '/'].map(typeOf)).toEqual([
    'ts',
    'TS',
    'md',
    '',
    '',
    '',
    '',
  ])
})

test('payloads name their session and count what they list', () => {
  expect(toolcallPayload({ sessionId: 's', content: 'x', tool: 'Bash', args: { command: 'ls' }, failed: true, fileIds: ['f'] })).toEqual({
    content: 'x',
    tool: 'Bash',
    args: { command: 'ls' },
    status: 'fail',
    chat_ref: 'chat:s',
    file_refs: ['f'],
  })
  const open = toolcallPayload({ sessionId: 's', content: null, tool: 'Bash', args: {}, failed: null })
  expect(open.status).toBe('open')
  expect(chatPayload('s', '', [{ user: 'hi', toolcall_ids: ['a', 'b'] }, { toolcall_ids: ['c'] }])).toMatchObject({
    session_ref: 'session:s',
    turn_count: 2,
    toolcall_refs: ['a', 'b', 'c'],
  })
  expect(systemPromptPayload('You are')).toEqual({ content: 'You are' })
  expect(sessionPayload('s', { index: ['b', 'a', 'b'], metadata: new Set(['a']), active: [], pinned: [] })).toEqual({
    content: null,
    chat_ref: 'chat:s',
    system_prompt_ref: 'system_prompt:s',
    session_index: ['a', 'b'],
    metadata_pool: ['a'],
    active_set: [],
    pinned_set: [],
  })
})

test('text is written as JSON writes it, non-ASCII as itself, and fields that are undefined are omitted', () => {
  expect(stableStringify({ b: undefined, ä: 'ü\u2028', a: [1, null, { d: true, c: -0.5 }], '10': '"', '9': '\\' })).toBe(
    '{"10":"\\"","9":"\\\\","a":[1,null,{"c":-0.5,"d":true}],"ä":"ü\u2028"}',
  )
  expect(stableStringify({ '\u{1f600}': 1, '\uffee': 2 })).toBe('{"\u{1f600}":1,"\uffee":2}')
})

const { tree: anyValue } = fc.letrec<{ tree: StableValue; list: StableValue[]; fields: StableFields }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small' },
    fc.constant(null),
    fc.boolean(),
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.string({ unit: 'binary' }),
    tie('list'),
    tie('fields'),
  ),
  list: fc.array(tie('tree'), { maxLength: 4 }),
  fields: fc.dictionary(fc.string({ unit: 'binary', maxLength: 6 }), tie('tree'), { maxKeys: 5 }),
}))
const anyFields = fc.dictionary(fc.string({ unit: 'binary', maxLength: 6 }), anyValue, { maxKeys: 6, noNullPrototype: true })

/** The same value with the keys of every level in the other order. */
const reversed = (value: StableValue): StableValue => {
  if (Array.isArray(value)) return (value as readonly StableValue[]).map(reversed)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value as StableFields).reverse()
  return Object.fromEntries(entries.map(([key, content]) => [key, content === undefined ? undefined : reversed(content)]))
}

test('the order of keys never matters', () => {
  fc.assert(fc.property(anyValue, (value) => stableStringify(reversed(value)) === stableStringify(value)))
})

test('the text is JSON of the same value', () => {
  fc.assert(
    fc.property(anyValue, (value) => {
      expect(JSON.parse(stableStringify(value))).toEqual(JSON.parse(JSON.stringify(value)))
    }),
  )
})

test('a changed field changes the content hash; the hashes themselves never do', () => {
  fc.assert(
    fc.property(anyFields, fc.string({ unit: 'binary', maxLength: 6 }), anyValue, (payload, field, value) => {
      fc.pre(field !== 'source_hash' && field !== 'content_hash' && field !== '__proto__')
      const before = Object.hasOwn(payload, field) ? stableStringify(payload[field] ?? null) : undefined
      const isChanged = before !== stableStringify(value)
      expect(contentHash({ ...payload, [field]: value }) !== contentHash(payload)).toBe(isChanged)
      expect(contentHash({ ...payload, source_hash: stableStringify(value), content_hash: 'any' })).toBe(contentHash(payload))
    }),
  )
})
