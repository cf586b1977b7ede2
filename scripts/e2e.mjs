/** Runs the end-to-end tests in a real Electron, on a display of their own; arguments go to Playwright. */
import { makeStaleBundles } from './build/make-bundles.mjs'
import { installVirtualDisplay } from './setup/install-debian-packages.mjs'
import { installPackages } from './setup/install-packages.mjs'
import { provisionElectron } from './setup/provision-electron.mjs'
import { runScript } from './setup/say.mjs'
import { runOnVirtualDisplay } from './setup/virtual-display.mjs'

await runScript(async () => {
  await installPackages()
  await installVirtualDisplay()
  await provisionElectron()
  await makeStaleBundles()
  const playwright = ['node_modules/@playwright/test/cli.js', 'test', '--config', 'test/e2e/playwright.config.ts', ...process.argv.slice(2)]
  return runOnVirtualDisplay(process.execPath, playwright)
})
