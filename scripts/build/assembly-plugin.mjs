/** Vite plugin: an import of `something.ts?wasm` is compiled from AssemblyScript and gives the WASM as base64. */
import { readFileSync } from 'node:fs'
import path from 'node:path'

const suffix = '?wasm'

/** Compiles each module once per build; the source is watched like any other. */
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
      this.addWatchFile(file)
      return `export default ${JSON.stringify(await compile(file))}`
    },
  }
}

async function compile(file) {
  const { default: asc } = await import('assemblyscript/asc')
  let binary
  const { error, stderr } = await asc.main(
    ['source.ts', '-O3', '--noAssert', '--runtime', 'stub', '--enable', 'simd', '--outFile', 'out.wasm'],
    {
      readFile: (name) => (name === 'source.ts' ? readFileSync(file, 'utf8') : null),
      writeFile: (name, contents) => {
        if (name === 'out.wasm') binary = contents
      },
      listFiles: () => [],
    },
  )
  if (error) throw new Error(`${file}: ${error.message}\n${stderr.toString()}`)
  return Buffer.from(binary).toString('base64')
}
