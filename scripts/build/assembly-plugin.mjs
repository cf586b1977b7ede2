/** Vite plugin: an import of `something.ts?wasm` is compiled from AssemblyScript and gives the WASM as base64. */
import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const suffix = '?wasm'

/** Compiles each module once per build; it is watched like any other, with those beside it, which it may import. */
export function assemblyPlugin() {
  return {
    name: 'assemblyscript',
    enforce: 'pre',
    resolveId(source, importer) {
      if (!source.endsWith(suffix) || importer === undefined) return undefined
      return `\0${path.resolve(path.dirname(importer), source.slice(0, -suffix.length))}${suffix}`
    },
    async load(id) {
      if (!id.startsWith('\0') || !id.endsWith(suffix)) return undefined
      const file = id.slice(1, -suffix.length)
      const folder = path.dirname(file)
      for (const name of readdirSync(folder)) this.addWatchFile(path.join(folder, name))
      return `export default ${JSON.stringify(await compile(file))}`
    },
  }
}

/** The compiler runs in a process of its own: it gives the one it runs in other built-in functions, such as a sort that puts numbers in order. */
async function compile(file) {
  // Looked up only now: this module is loaded in a fresh clone before its packages are installed.
  const compiler = fileURLToPath(import.meta.resolve('assemblyscript/bin/asc.js'))
  const folder = mkdtempSync(path.join(tmpdir(), 'strata-assembly-'))
  const output = path.join(folder, 'out.wasm')
  try {
    const options = ['-O3', '--noAssert', '--runtime', 'stub', '--enable', 'simd', '--outFile', output]
    await promisify(execFile)(process.execPath, [compiler, path.basename(file), ...options], { cwd: path.dirname(file) })
    return readFileSync(output, 'base64')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
