/** `npm test`: sets up what is missing, then runs the checks, the tests of stores and of the built program, and the end-to-end tests. */
import { installVirtualDisplay } from './setup/install-debian-packages.mjs'
import { installPackages } from './setup/install-packages.mjs'
import { provisionElectron } from './setup/provision-electron.mjs'
import { runCommand, runNpm } from './setup/run-command.mjs'
import { runScript, say } from './setup/say.mjs'

const steps = [
  // With the rules that need types also for tests; see eslint.config.js.
  { name: 'checks and pure tests', run: () => runNpm(['run', '--silent', 'check'], { env: { ...process.env, STRATA_LINT: 'all' } }) },
  {
    name: 'store and integration tests',
    run: () => runCommand(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', '--project', 'store', '--project', 'integration']),
  },
  { name: 'end-to-end tests', run: () => runCommand(process.execPath, ['scripts/e2e.mjs']) },
]

await runScript(async () => {
  await installPackages()
  await installVirtualDisplay()
  await provisionElectron()
  for (const step of steps) {
    say(`running ${step.name}`)
    const { code } = await step.run()
    if (code !== 0) {
      say(`${step.name} failed`)
      return code
    }
  }
  say('all tests passed')
  return 0
})
