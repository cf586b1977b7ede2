/** A folder in which files are made: nothing outside of it is touched, also through links in it, and no existing file is changed. */
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { SafeFolder } from '../../../../app/engine/files/checkout/safe-folder.ts'
import { tempDir } from '../../../support/temp-dir.ts'

const text = Buffer.from('new\n')

test('files and the folders above them are made', async () => {
  const dir = path.join(tempDir(), 'out', 'deep')
  const folder = await SafeFolder.open(dir)
  await folder.write(['a', 'b', 'c.txt'], text)
  expect(readFileSync(path.join(dir, 'a/b/c.txt'), 'utf8')).toBe('new\n')
})

test('a file, a folder in place of a file, and a file in place of a folder are in the way', async () => {
  const dir = tempDir()
  mkdirSync(path.join(dir, 'sub/inner'), { recursive: true })
  writeFileSync(path.join(dir, 'sub/file'), 'old\n')
  const folder = await SafeFolder.open(dir)
  expect(await folder.obstacle(['sub', 'file'])).toBe(path.join(dir, 'sub/file'))
  expect(await folder.obstacle(['sub', 'inner'])).toBe(path.join(dir, 'sub/inner'))
  expect(await folder.obstacle(['sub', 'file', 'below'])).toBe(path.join(dir, 'sub/file'))
  expect(await folder.obstacle(['sub', 'inner', 'new'])).toBe(undefined)
  await expect(folder.write(['sub', 'file'], text)).rejects.toMatchObject({ code: 'target-exists' })
  await expect(folder.write(['sub', 'file', 'below'], text)).rejects.toMatchObject({ code: 'path-refused' })
  expect(readFileSync(path.join(dir, 'sub/file'), 'utf8')).toBe('old\n')
})

test('links are in the way, and nothing is written through one that is put there meanwhile', async () => {
  const [dir, outside] = [tempDir(), tempDir()]
  writeFileSync(path.join(outside, 'victim'), 'old\n')
  const folder = await SafeFolder.open(dir)
  expect(await folder.obstacle(['late', 'victim'])).toBe(undefined)
  symlinkSync(outside, path.join(dir, 'late'))
  symlinkSync(path.join(outside, 'new'), path.join(dir, 'dangling'))
  const fresh = await SafeFolder.open(dir)
  expect(await fresh.obstacle(['late', 'victim'])).toBe(path.join(dir, 'late'))
  expect(await fresh.obstacle(['dangling'])).toBe(path.join(dir, 'dangling'))
  await expect(folder.write(['late', 'other'], text)).rejects.toMatchObject({ code: 'path-refused' })
  await expect(folder.write(['late', 'deep', 'other'], text)).rejects.toMatchObject({ code: 'path-refused' })
  await expect(folder.write(['dangling'], text)).rejects.toMatchObject({ code: 'target-exists' })
  expect(readdirSync(outside)).toEqual(['victim'])
})

test('the folder itself may be reached through a link; a file is no folder', async () => {
  const [real, other] = [tempDir(), tempDir()]
  symlinkSync(real, path.join(other, 'link'))
  const folder = await SafeFolder.open(path.join(other, 'link'))
  expect(folder.path).toBe(real)
  writeFileSync(path.join(other, 'file'), '')
  await expect(SafeFolder.open(path.join(other, 'file'))).rejects.toMatchObject({ code: 'target-exists' })
  await expect(SafeFolder.open(path.join(other, 'file', 'below'))).rejects.toMatchObject({ code: 'target-exists' })
})

test('what was made is taken away again, and nothing else', async () => {
  const parent = tempDir()
  const [kept, made] = [path.join(parent, 'kept'), path.join(parent, 'made', 'deep')]
  mkdirSync(kept)
  writeFileSync(path.join(kept, 'own'), 'own\n')
  for (const dir of [kept, made]) {
    const folder = await SafeFolder.open(dir)
    await folder.write(['x', 'y'], text)
    await folder.write(['z'], text)
    if (dir === kept) writeFileSync(path.join(kept, 'x', 'of-another'), '')
    await folder.undo()
  }
  expect(existsSync(path.join(parent, 'made'))).toBe(false)
  expect([readdirSync(kept), readdirSync(path.join(kept, 'x'))]).toEqual([['own', 'x'], ['of-another']])
})

test('whether case counts is found out without leaving anything', async () => {
  const dir = tempDir()
  const folder = await SafeFolder.open(dir)
  expect(typeof (await folder.ignoresCase())).toBe('boolean')
  expect(readdirSync(dir)).toEqual([])
})
