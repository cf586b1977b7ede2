import { readdirSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { writeStored } from '../../../../app/engine/kernel/stored-bytes.ts'
import { StrataError } from '../../../../app/model/failure.ts'
import { tempDir } from '../../../support/temp-dir.ts'

test('a file whose artifacts cannot be read is removed immediately', async () => {
  const folder = tempDir()
  const unreadable = () => Promise.reject(new StrataError('artifact-corrupt', 'damaged', {}))
  for (let round = 0; round < 50; round += 1)
    await expect(writeStored(path.join(folder, `${round}.jsonl`), '0'.repeat(64), '0', unreadable)).rejects.toThrow('damaged')
  await wait(50)
  expect(readdirSync(folder)).toEqual([])
})
