/** The product built with one more agent: its folder, and one line in the list of agents. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import { build, type Plugin } from 'vite'
import { bundles } from '../../scripts/build/bundles.mjs'
import { strataEnv, type Ended } from './strata-command.ts'

const list = path.resolve('importer/agents.ts')

const once = (code: string, from: string, to: string): string => {
  const parts = code.split(from)
  if (parts.length !== 2) throw new Error(`the list of agents has changed: “${from}”`)
  return parts.join(to)
}

/** Adds the line; @param changed receives each file of the product that is changed for it */
const addAgent = (name: string, module: string, changed: Set<string>): Plugin => ({
  name: 'one-more-agent',
  enforce: 'pre',
  transform(code, id) {
    if (id !== list) return undefined
    changed.add(path.relative(path.resolve(), id))
    const line = `[${name}, claudeCode]\nimport { ${name} } from ${JSON.stringify(module)}\n`
    return { code: once(code, '[claudeCode]', line), map: null }
  },
})

export interface BuiltProduct {
  /** Files outside the folder of the agent that were changed. */
  readonly changed: readonly string[]
  readonly strata: (storeDir: string, ...args: readonly string[]) => Ended
  readonly remove: () => void
}

/** @param module of the folder of the agent, and what it exports */
export const buildWithAgent = async (name: string, module: string): Promise<BuiltProduct> => {
  // It is built inside the project, so that it finds the native packages.
  const cache = path.resolve('node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  const outDir = mkdtempSync(path.join(cache, `with-${name}-`))
  const changed = new Set<string>()
  const product = bundles.find((bundle) => bundle.name === 'node')
  const configure = product?.configurations[0]
  if (product === undefined || configure === undefined) throw new Error('the product has no program')
  const configuration = await configure(outDir, 'production')
  const plugins = [addAgent(name, path.resolve(module), changed), ...(configuration.plugins ?? [])]
  await build({ ...configuration, plugins, build: { ...configuration.build, minify: false, sourcemap: false } })
  await product.finish?.(outDir)
  return {
    changed: [...changed],
    remove: () => rmSync(outDir, { recursive: true, force: true }),
    strata: (storeDir, ...args) => {
      const { status, stdout, stderr } = spawnSync(process.execPath, [path.join(outDir, 'cli.cjs'), ...args], {
        env: strataEnv(storeDir),
        encoding: 'utf8',
        maxBuffer: 1 << 28,
        timeout: 300_000,
        killSignal: 'SIGKILL',
      })
      return { code: status, out: stdout, err: stderr }
    },
  }
}
