/** WASM is compiled beside whatever else the process does: the first call of the command line builds it, then goes on as the program. */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { assemblyPlugin } from '../../../scripts/build/assembly-plugin.mjs'
import { tempDir } from '../../support/temp-dir.ts'

interface Plugin {
  load(this: { addWatchFile: (file: string) => void }, id: string): Promise<string>
}

const compiled = (file: string): Promise<string> =>
  (assemblyPlugin() as Plugin).load.call({ addWatchFile: () => undefined }, `\0${path.resolve(file)}?wasm`)

test('compiling leaves the built-in functions and names of the process unchanged', async () => {
  const names = Object.getOwnPropertyNames(globalThis).sort()
  const { sort } = Array.prototype
  const source = await compiled('app/store/files/assembly/cut-chunks.ts')
  expect(WebAssembly.validate(Buffer.from(JSON.parse(source.slice('export default '.length)) as string, 'base64'))).toBe(true)
  expect(Array.prototype.sort).toBe(sort)
  expect(Object.getOwnPropertyNames(globalThis).sort()).toEqual(names)
})

test('a module that does not compile is an error with its place', async () => {
  const file = path.join(tempDir(), 'wrong.ts')
  writeFileSync(file, 'export function f(): i32 {\n  return nothing\n}\n')
  await expect(compiled(file)).rejects.toThrow("Cannot find name 'nothing'")
})
