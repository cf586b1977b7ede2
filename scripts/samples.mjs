/** Writes the sample transcripts of the demo into samples/projects, from the stories in test/samples. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
const target = path.join(root, 'samples', 'projects')

const { module } = await runnerImport(path.join(root, 'test/samples/all-samples.ts'), { configFile: false, root, logLevel: 'error' })
const files = module.sampleFiles()

rmSync(target, { recursive: true, force: true })
let bytes = 0
for (const [name, content] of files) {
  const file = path.join(target, ...name.split('/'))
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, content)
  bytes += content.length
}
process.stdout.write(`${files.size} files, ${Math.round(bytes / 1024)} KiB in ${path.relative(root, target)}\n`)
