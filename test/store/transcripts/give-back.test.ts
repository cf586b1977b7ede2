/** Memory that is given back is gone at once. */
import { expect, test } from 'vitest'
import { releaseBuffers } from '../../../app/transcripts/release-buffers.ts'

test('released memory is empty afterwards, also when it is released twice', () => {
  const [first, second, untouched] = [new ArrayBuffer(8), new ArrayBuffer(16), new ArrayBuffer(32)]
  releaseBuffers([first, second, first])
  releaseBuffers([second])
  expect([first, second, untouched].map(({ byteLength }) => byteLength)).toEqual([0, 0, 32])
})
