/** Which objects are active, seen in one line, or indexed only: rules that hold for every conversation, policy and change. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isWithin, keptOutputs, policyNamed } from '../../../../app/packs/collapse-policy.ts'
import type { MetCall, MetFile, MetObjects } from '../../../../app/engine/context/met-objects.ts'
import { objectLevels, type SetState } from '../../../../app/engine/context/object-levels.ts'
import { metadataLine } from '../../../../app/model/objects/metadata-line.ts'

const call = (id: string, turn: number, more: Partial<MetCall> = {}): MetCall => ({
  id,
  place: { sessionId: 's', commitId: 'ctx-1', record: { sourceId: 's', line: 1, fileLine: 1, ofLine: 1 } },
  resultPlace: null,
  tool: 'Bash',
  about: id,
  chars: 1000,
  hasMedia: false,
  failed: false,
  turn,
  isSinceCompaction: true,
  lastUsedAt: null,
  fileIds: [],
  ...more,
})

const file = (id: string, more: Partial<MetFile> = {}): MetFile => ({
  id,
  path: id,
  versions: 1,
  chars: 10,
  lastUsedAt: null,
  isAttached: false,
  isNamed: false,
  ...more,
})

const met = (calls: readonly MetCall[], files: readonly MetFile[], turns: number): MetObjects => ({
  sessionId: 's',
  commitId: 'ctx-1',
  title: '',
  calls,
  files,
  attachments: new Map(),
  chat: { allChars: 0, chars: 0, turns, lastUsedAt: null },
  systemPrompt: null,
  isAfterCompaction: false,
  cleared: new Set(),
  microcompactions: 0,
  unnamedMicrocompactions: 0,
  contextTokens: null,
  turnOf: new Map([
    ['ctx-0', 1],
    ['ctx-1', turns],
  ]),
})

test('the newest outputs of a turn are kept, and only those of the last turns', () => {
  const outputs = [1, 1, 1, 2, 2, 3].map((turn, at) => ({ id: String(at), turn }))
  const kept = (outputsPerTurn: number | null, turnsBack: number | null) => [
    ...keptOutputs({ name: '', about: '', outputsPerTurn, turnsBack, shows: 'in_place', exempt: [] }, outputs, 3),
  ]
  expect(kept(2, 3).sort()).toEqual(['1', '2', '3', '4', '5'])
  expect(kept(1, 2).sort()).toEqual(['4', '5'])
  expect(kept(null, null)).toHaveLength(6)
  expect(kept(0, null)).toEqual([])
  expect(kept(5, 0)).toEqual([])
  expect([isWithin(3, 3, 1), isWithin(2, 3, 1)]).toEqual([true, false])
})

test('a policy is a row of a table, of which the numbers can be given differently', () => {
  expect(policyNamed('default', {})).toMatchObject({ outputsPerTurn: 5, turnsBack: 3, exempt: ['pinned'] })
  expect(policyNamed('default', { turnsBack: 0 })).toMatchObject({ outputsPerTurn: 5, turnsBack: 0 })
  expect(() => policyNamed('mine', {})).toThrow('choose default, turn, none')
})

test('a policy leaves outputs that are no longer than their line, but none with pictures', () => {
  const line = metadataLine({ id: 'a', type: 'toolcall', name: 'ls', tool: 'Bash', failed: false })
  const levelOf = (more: Partial<MetCall>) => {
    const whole = met([call('a', 1, { about: 'ls', ...more })], [], 9)
    return objectLevels(whole, policyNamed('default', {}), []).levels.get('a')
  }
  expect([0, line.length, line.length + 1].map((chars) => levelOf({ chars }))).toEqual(['active', 'active', 'metadata'])
  expect(levelOf({ chars: 0, hasMedia: true })).toBe('metadata')
  expect(levelOf({ chars: 0, isSinceCompaction: false })).toBe('indexed')
})

test('a file is active with a call that showed it, and seen in one line with one that failed', () => {
  const calls = [call('a', 1, { fileIds: ['f'] }), call('b', 4, { fileIds: ['g'], failed: true })]
  const whole = met(calls, [file('f'), file('g'), file('h')], 4)
  const levels = (policy: string | undefined, states: readonly SetState[] = []) =>
    ['f', 'g', 'h'].map((id) => objectLevels(whole, policy === undefined ? undefined : policyNamed(policy, {}), states).levels.get(id))
  expect(levels(undefined)).toEqual(['active', 'metadata', 'indexed'])
  expect(levels('default')).toEqual(['metadata', 'metadata', 'indexed'])
  const pinned = { objectId: 'a', active: true, pinned: true, commitId: 'ctx-0' }
  expect(levels('default', [pinned])).toEqual(['active', 'metadata', 'indexed'])
})

test('an activation is forgotten by a policy after its turns, a pin is not, and what is not in the index does not count', () => {
  const whole = met([call('a', 1), call('b', 1), call('c', 1)], [], 9)
  const states: readonly SetState[] = [
    { objectId: 'a', active: true, pinned: false, commitId: 'ctx-1' },
    { objectId: 'b', active: true, pinned: false, commitId: 'ctx-0' },
    { objectId: 'c', active: true, pinned: true, commitId: 'ctx-0' },
    { objectId: 'd', active: true, pinned: true, commitId: 'ctx-1' },
  ]
  const { levels, pinned } = objectLevels(whole, policyNamed('default', {}), states)
  expect(['a', 'b', 'c', 'd'].map((id) => levels.get(id))).toEqual(['active', 'metadata', 'active', undefined])
  expect([...pinned]).toEqual(['c'])
})

const calls = fc.array(
  fc.record({
    turn: fc.integer({ min: 0, max: 6 }),
    isSinceCompaction: fc.boolean(),
    failed: fc.option(fc.boolean()),
    file: fc.integer({ min: 0, max: 3 }),
  }),
  { maxLength: 20 },
)
const states = fc.array(
  fc.record({
    at: fc.integer({ min: 0, max: 25 }),
    active: fc.boolean(),
    pinned: fc.boolean(),
    commitId: fc.constantFrom('ctx-0', 'ctx-1', 'ctx-2'),
  }),
  { maxLength: 10 },
)

test('what is pinned is active, every object has a level, and chat and system prompt stay active', () => {
  fc.assert(
    fc.property(calls, states, fc.constantFrom(undefined, 'default', 'turn', 'none'), (rows, set, policy) => {
      const made = rows.map(({ file: of, ...more }, at) => call(`c${at}`, more.turn, { ...more, fileIds: [`f${of}`] }))
      const files = [0, 1, 2, 3].map((at) => file(`f${at}`))
      const ids = [...made.map(({ id }) => id), ...files.map(({ id }) => id)]
      const given = set.map(({ at, active, pinned, commitId }) => ({
        objectId: ids[at] ?? 'none',
        active: active || pinned,
        pinned,
        commitId,
      }))
      const whole = met(made, files, 6)
      const { levels, pinned } = objectLevels(whole, policy === undefined ? undefined : policyNamed(policy, {}), given)
      for (const id of pinned) expect(levels.get(id)).toBe('active')
      for (const id of ids) expect(levels.get(id)).toBeDefined()
      expect([levels.get('chat:s'), levels.get('system_prompt:s'), levels.get('none')]).toEqual(['active', 'active', undefined])
      // A policy collapses outputs, and brings back nothing but what was set.
      const client = objectLevels(whole, undefined, []).levels
      const untouched = made.filter(({ id }) => !given.some(({ objectId }) => objectId === id))
      for (const { id } of untouched) if (levels.get(id) === 'active') expect(client.get(id)).toBe('active')
    }),
  )
})

test('an object in one line says what it is, whether it failed, and how it is asked for', () => {
  const of = { id: 'toolu_1', type: 'toolcall', name: 'ls\n -l', tool: 'Bash', failed: true } as const
  expect(metadataLine(of)).toBe('toolcall_ref id=toolu_1 tool=Bash status=fail ls -l')
  expect(metadataLine({ ...of, failed: null, name: '' })).toBe('toolcall_ref id=toolu_1 tool=Bash status=open')
  expect(metadataLine({ id: 'ab', type: 'file', name: '/p/a.ts', tool: null, failed: null })).toBe('file id=ab /p/a.ts')
})
