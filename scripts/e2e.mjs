/**
 * Runs the end-to-end tests in a real Electron: one half beside the other, each on a display of its own, since windows on one display
 * share its clipboard. With arguments, which go to Playwright, what they choose runs on one display.
 */
import { makeStaleBundles } from './build/make-bundles.mjs'
import { installVirtualDisplay } from './setup/install-debian-packages.mjs'
import { installPackages } from './setup/install-packages.mjs'
import { provisionElectron } from './setup/provision-electron.mjs'
import { runScript } from './setup/say.mjs'
import { runOnVirtualDisplay } from './setup/virtual-display.mjs'

const run = (args) =>
  runOnVirtualDisplay(process.execPath, [
    'node_modules/@playwright/test/cli.js',
    'test',
    '--config',
    'test/e2e/playwright.config.ts',
    ...args,
  ])

await runScript(async () => {
  await installPackages()
  await installVirtualDisplay()
  await provisionElectron()
  await makeStaleBundles()
  const args = process.argv.slice(2)
  // Elsewhere there is one screen, and one window at a time is in front.
  if (args.length > 0 || process.platform !== 'linux') return run(args)
  const codes = await Promise.all(['1', '2'].map((half) => run([`--shard=${half}/2`, `--output=test-results/${half}`])))
  return Math.max(...codes)
})
