/** Programs of crash tests: built, started, and killed when they have said something and some time has passed. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { build } from 'vite'
import { afterAll, beforeAll } from 'vitest'
import { assemblyPlugin } from '../../scripts/build/assembly-plugin.mjs'

const root = join(import.meta.dirname, '../..')

/** Builds a program of this folder before the tests of a file; the answer runs it and gives the lines that it wrote before it died. */
export const killedProgram = (name: string): ((parameters: readonly string[], ms: number) => Promise<readonly string[]>) => {
  let dir = ''

  // The program is built inside the project, so that it finds the native packages.
  beforeAll(async () => {
    const cache = join(root, 'node_modules/.cache')
    mkdirSync(cache, { recursive: true })
    dir = mkdtempSync(join(cache, `${name}-`))
    await build({
      root,
      configFile: false,
      logLevel: 'error',
      plugins: [assemblyPlugin()],
      build: {
        ssr: `test/support/${name}.ts`,
        outDir: dir,
        rollupOptions: { output: { format: 'cjs', entryFileNames: `${name}.cjs` } },
      },
    })
  })
  afterAll(() => {
    if (dir !== '') rmSync(dir, { recursive: true, force: true })
  })

  return async (parameters, ms) => {
    const child = spawn(process.execPath, [join(dir, `${name}.cjs`), ...parameters], { stdio: ['ignore', 'pipe', 'inherit'] })
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
    const exited = once(child, 'exit')
    await Promise.race([once(child.stdout, 'data'), exited])
    await after(ms)
    child.kill('SIGKILL')
    await exited
    return output.trim().split('\n')
  }
}
