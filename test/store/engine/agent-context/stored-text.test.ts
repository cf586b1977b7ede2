/** Files of a person that two programs change. */
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { applySettings } from '../../../../app/engine/agent-context/install.ts'
import { changeFile, replaceFile } from '../../../../app/engine/agent-context/stored-text.ts'
import { tempDir } from '../../../support/temp-dir.ts'

test('a change that another program makes in between is in the result', () => {
  const file = path.join(tempDir(), 'config.json')
  writeFileSync(file, 'one\n')
  let times = 0
  const done = changeFile(file, (before) => {
    times += 1
    if (times === 1) writeFileSync(file, 'one\ntwo\n')
    return `${String(before)}three\n`
  })
  expect(done).toBe(true)
  expect(readFileSync(file, 'utf8')).toBe('one\ntwo\nthree\n')
})

test('a file that appears or changes each time is left alone, and the refusal names it', () => {
  const folder = tempDir()
  const file = path.join(folder, 'config.json')
  let times = 0
  const change = (): unknown =>
    changeFile(file, () => {
      times += 1
      writeFileSync(file, `other ${String(times)}\n`)
      return 'mine\n'
    })
  expect(change).toThrow(/config\.json was not written: another program changed it/)
  expect(readFileSync(file, 'utf8')).toBe(`other ${String(times)}\n`)
  expect(readdirSync(folder)).toEqual(['config.json'])
})

test('settings that changed since they were read are neither replaced nor removed', () => {
  const file = path.join(tempDir(), 'settings.json')
  writeFileSync(file, '{"model":"opus"}')
  for (const after of ['{"a":1}', undefined])
    expect(() => {
      applySettings({ file, before: '{}', after })
    }).toThrow('another program changed it')
  expect(readFileSync(file, 'utf8')).toBe('{"model":"opus"}')
  expect(replaceFile(file, '{}', { bytes: Buffer.from('{"model":"opus"}') })).toBe(true)
  applySettings({ file, before: '{}', after: undefined })
  expect(existsSync(file)).toBe(false)
})
