/** Builds the product's bundles into dist, each only when it is stale, and safely beside another build. */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from '../setup/project-root.mjs'
import { say, SetupError } from '../setup/say.mjs'
import { bundles } from './bundles.mjs'
import { fingerprint } from './fingerprint.mjs'
import { whileHolding } from './build-lock.mjs'

const dist = path.join(projectRoot, 'dist')

/** Builds the bundles with these names (all when none are given) whose inputs changed since they were built. */
export async function makeStaleBundles(names = bundles.map((bundle) => bundle.name)) {
  const chosen = bundles.filter((bundle) => names.includes(bundle.name))
  if (!chosen.some(isStale)) return
  await whileHolding(path.join(dist, '.lock'), async () => {
    // Another process may have built them while this one waited.
    for (const bundle of chosen.filter(isStale)) await makeBundle(bundle)
  })
}

/** Whether any of these bundles is missing or older than its inputs. */
export function areStale(names) {
  return bundles.filter((bundle) => names.includes(bundle.name)).some(isStale)
}

/** Builds every bundle, stale or not. */
export async function makeAllBundles() {
  await whileHolding(path.join(dist, '.lock'), async () => {
    for (const bundle of bundles) await makeBundle(bundle)
  })
}

async function makeBundle(bundle) {
  const { build } = await import('vite')
  const started = Date.now()
  const print = fingerprint(bundle.inputs)
  const making = path.join(dist, `.making-${bundle.name}`)
  rmSync(making, { recursive: true, force: true })
  // Vite does as the environment says: a test runner's would make a window that React checks at every step, several times slower.
  const { NODE_ENV: before } = process.env
  process.env.NODE_ENV = 'production'
  try {
    for (const configuration of bundle.configurations) await build(await configuration(making, 'production'))
    await bundle.finish?.(making)
  } catch (error) {
    throw new SetupError(`dist/${bundle.name} could not be built: ${error.message}`, { cause: error })
  } finally {
    if (before === undefined) delete process.env.NODE_ENV
    else process.env.NODE_ENV = before
  }
  replaceFolder(making, path.join(dist, bundle.name))
  writeFileSync(stampFile(bundle), print)
  say(`built dist/${bundle.name} in ${((Date.now() - started) / 1000).toFixed(1)} s`)
}

/** The old folder stays whole until the new one is; two renames apart, nobody sees a half-written bundle. */
function replaceFolder(from, to) {
  const old = `${to}.old`
  rmSync(old, { recursive: true, force: true })
  if (existsSync(to)) renameSync(to, old)
  renameSync(from, to)
  rmSync(old, { recursive: true, force: true })
}

function isStale(bundle) {
  const stamp = stampFile(bundle)
  const made = existsSync(path.join(dist, bundle.name)) && existsSync(stamp) ? readFileSync(stamp, 'utf8') : undefined
  return made !== fingerprint(bundle.inputs)
}

function stampFile(bundle) {
  mkdirSync(dist, { recursive: true })
  return path.join(dist, `.${bundle.name}.stamp`)
}
