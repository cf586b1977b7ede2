/** The spool of a capture whose process died: what can be read of it is taken in, what cannot stays. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { captureFaults } from '../../app/engine/capture/captures.ts'
import { Spool } from '../../app/engine/capture/spool.ts'
import { tempDir } from '../support/temp-dir.ts'

const spoolIn = async (store: string): Promise<{ readonly file: string; readonly bytes: Buffer; readonly second: number }> => {
  mkdirSync(path.join(store, 'captures'))
  const file = path.join(store, 'captures', '1-2.spool')
  const spool = new Spool(file)
  spool.write('settings', Buffer.from('{}'), 1)
  const second = readFileSync(file).length
  spool.write('output', Buffer.from('{"type":"result"}'), 2)
  spool.write('begin', Buffer.from('{}'), 3)
  await spool.close()
  return { file, bytes: readFileSync(file), second }
}

test('one that is whole is read whole, and nothing is said of it', async () => {
  const store = tempDir()
  const { file } = await spoolIn(store)
  const { spool, records } = Spool.reopen(file)
  await spool.close()
  expect(records.map(({ kind }) => kind)).toEqual(['settings', 'output', 'begin'])
  expect(captureFaults(store)).toEqual([])
})

test('of one that is damaged in the middle the rest is kept and told of', async () => {
  const store = tempDir()
  const { file, bytes, second } = await spoolIn(store)
  const hurt = Buffer.from(bytes)
  hurt.writeUInt8(200, second)
  writeFileSync(file, hurt)
  const { spool, records } = Spool.reopen(file)
  await spool.remove()
  expect(records.map(({ kind }) => kind)).toEqual(['settings'])
  expect(readFileSync(`${file}.damaged`).equals(hurt.subarray(second))).toBe(true)
  expect(captureFaults(store)).toEqual([expect.stringContaining('1-2.spool.damaged')])
})

test('where nothing was ever captured nothing is wrong', () => {
  expect(captureFaults(tempDir())).toEqual([])
})
