#!/usr/bin/env node
/** The `strata` command: builds the command line if it is stale, then becomes it. */
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { areStale, makeStaleBundles } from './build/make-bundles.mjs'
import { installPackages } from './setup/install-packages.mjs'
import { projectRoot } from './setup/project-root.mjs'
import { say, SetupError } from './setup/say.mjs'

const file = path.join(projectRoot, 'dist', 'node', 'cli.cjs')
/** An agent waits for its hooks: they run what is built. */
const isHook = process.argv[2] === 'reasoning' && process.argv[3] === 'hook' && existsSync(file)

try {
  if (!isHook && areStale(['node'])) {
    await installPackages()
    await makeStaleBundles(['node'])
  }
  // The program reads its arguments from process.argv, as if it had been started itself.
  process.argv[1] = file
  createRequire(file)(file)
} catch (error) {
  if (!(error instanceof SetupError)) throw error
  say(error.message)
  process.exitCode = 1
}
