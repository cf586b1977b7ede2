import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { allocateCommitId, commitIdOf } from '../../../app/chains/commit-id.ts'

const longRef = 'a1b2c3d4e5f6'.repeat(5) + 'a1b2'

test.each([
  ['ctx-a1b2c3d4', longRef, '2026-02-22T10:30:00Z', 'bureau/template:code-reviewer', 'ctx-a21c53db'],
  ['', longRef, '2026-02-22T09:00:00Z', 'bureau/template:pm', 'ctx-bd09fc53'],
  ['ctx-parent', 'artifact-ref-hash', '2026-02-22T10:30:00Z', 'bureau/template:reviewer', 'ctx-9d216d08'],
  ['ctx-other-parent', 'artifact-ref-hash', '2026-02-22T10:30:00Z', 'bureau/template:reviewer', 'ctx-af71fb25'],
  ['ctx-parent', 'different-artifact-ref', '2026-02-22T10:30:00Z', 'bureau/template:reviewer', 'ctx-c6ecff21'],
  ['ctx-parent', 'artifact-ref-hash', '2026-02-22T11:00:00Z', 'bureau/template:reviewer', 'ctx-5853bb43'],
  ['ctx-parent', 'artifact-ref-hash', '2026-02-22T10:30:00Z', 'bureau/template:other', 'ctx-c10148aa'],
  ['', 'art-0123456789ab', '2026-02-22T10:30:00Z', '', 'ctx-2db5ed9c'],
  ['', '', '', '', 'ctx-709e80c8'],
])('the id of (“%s”, “%s”, “%s”, “%s”) is %s', (parent, artifactRef, createdAt, template, id) => {
  expect(commitIdOf({ parent, artifactRef, createdAt, template })).toBe(id)
})

test('an id is lengthened by whole bytes while another commit has it', () => {
  const inputs = { parent: '', artifactRef: 'art-0123456789ab', createdAt: '2026-02-22T10:30:00Z', template: '' }
  const digest = createHash('sha256').update('\0art-0123456789ab\x002026-02-22T10:30:00Z\0').digest('hex')
  const taken = new Set([`ctx-${digest.slice(0, 8)}`, `ctx-${digest.slice(0, 10)}`])
  expect(allocateCommitId(inputs, () => false)).toBe('ctx-2db5ed9c')
  expect(allocateCommitId(inputs, (id) => taken.has(id))).toBe(`ctx-${digest.slice(0, 12)}`)
})
