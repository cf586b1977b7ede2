/** Entries travel between the engine and its workers in one piece. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { packEntries, unpackEntries } from '../../../app/engine/derive/worker-messages.ts'
import { artifactHash } from '../../../app/model/ids.ts'

test('what is packed is what is unpacked, entry by entry', () => {
  const artifact = fc.record({
    kind: fc.constantFrom('delta' as const, 'commit' as const, 'raw' as const),
    hash: fc.stringMatching(/^[0-9a-f]{64}$/).map(artifactHash),
    rawBytes: fc.nat(),
  })
  const entry = fc.record({ artifacts: fc.array(artifact, { maxLength: 4 }), bytes: fc.uint8Array({ maxLength: 200 }) })
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 8 }), (entries) => {
      const posted = structuredClone(packEntries(entries))
      expect(unpackEntries(posted).map((one) => ({ ...one, bytes: [...one.bytes] }))).toEqual(
        entries.map((one) => ({ ...one, bytes: [...one.bytes] })),
      )
    }),
  )
})
