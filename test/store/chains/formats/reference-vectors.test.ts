import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { concatenate } from '../../../../app/chains/formats/chain-format.ts'
import { formats } from '../../../../app/engine/kernel/chain-formats.ts'
import { hashArtifact } from '../../../../app/store/files/artifact-hash.ts'
import { readCbor } from '../../../../app/store/cbor/cbor-struct.ts'
import { CborFloat, encodeCbor } from '../../../../app/store/cbor/canonical-cbor.ts'
import { sharedOrSkip } from '../../../support/strata-inputs.ts'

const hex = (text: string): Buffer => Buffer.from(text, 'hex')
const events = formats.get('events-v1')
const messages = formats.get('bureau-agent-v1')

interface Vector {
  readonly name: string
  readonly bytes: Buffer
  readonly hash: string | undefined
}

const vectorsIn = (text: string): readonly Vector[] =>
  [...text.matchAll(/^== (.+?) \((\d+) bytes\)\nhex: ([0-9a-f]+)\n.*(?:\nref: art-[0-9a-f]{12} (?:filehash )?([0-9a-f]{64}))?/gm)].map(
    ([, name = '', , bytes = '', hash]) => ({ name, bytes: hex(bytes), hash }),
  )

test('every delta that the program of the reference wrote is read, and written again to the same bytes', (context) => {
  const vectors = vectorsIn(readFileSync(path.join(sharedOrSkip(context), 'spec/formats/vectors.txt'), 'utf8'))
  const isMessages = ({ name }: Vector): boolean => name.startsWith('llm')
  const isOther = ({ name }: Vector): boolean => /^(?:commit|req|resp|nil list)/.test(name)
  const deltas = vectors.filter((vector) => !isOther(vector))
  expect(deltas.length).toBeGreaterThan(19)
  for (const vector of deltas) {
    const format = isMessages(vector) ? messages : events
    expect([vector.name, format.encode(format.decode(vector.bytes)).toString('hex')]).toEqual([vector.name, vector.bytes.toString('hex')])
    expect([vector.name, concatenate(format, [vector.bytes]).equals(vector.bytes)]).toEqual([vector.name, true])
    if (vector.hash !== undefined) expect([vector.name, hashArtifact(vector.bytes)]).toEqual([vector.name, vector.hash])
  }
})

test('floats that the reference wrote are read, and written in the same width', (context) => {
  const text = readFileSync(path.join(sharedOrSkip(context), 'spec/formats/vectors.txt'), 'utf8')
  const floats = [...text.matchAll(/^float (\S+) -> ([0-9a-f]+)$/gm)]
  expect(floats.length).toBeGreaterThan(11)
  for (const [, value = '', bytes = ''] of floats) {
    expect(encodeCbor(new CborFloat(Number(value))).toString('hex')).toBe(bytes)
    expect(readCbor(hex(bytes), 'float', 'it')).toBe(Number(value))
  }
})

test("deltas merge to the bytes of the reference's own merge", (context) => {
  const text = readFileSync(path.join(sharedOrSkip(context), 'spec/formats/vectors.txt'), 'utf8')
  const [d1, d2, merged] = ['merge d1', 'merge d2', 'merged  '].map(
    (name) => new RegExp(`^${name} +([0-9a-f]+)$`, 'm').exec(text)?.[1] ?? '',
  )
  expect(concatenate(events, [hex(d1 ?? ''), hex(d2 ?? '')]).toString('hex')).toBe(merged)
})
