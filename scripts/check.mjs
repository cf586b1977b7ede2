/** `npm run check`: lint and the pure tests; beside them types, architecture, unused code, words and format, which take as long together. */
import { installPackages } from './setup/install-packages.mjs'
import { runNpm } from './setup/run-command.mjs'
import { runScript, say } from './setup/say.mjs'

/** Runs a script of package.json, and prints its output when it has ended. */
async function run(name, ...args) {
  const { code, output } = await runNpm(['run', '--silent', name, '--', ...args], { talk: 'quiet' })
  process.stdout.write(output)
  if (code !== 0) say(`${name} failed`)
  return code
}

/**
 * Lint reads again only files that changed, except in `npm test`: a rule that needs types can find a fault in a file because another one
 * changed.
 */
const lintOptions = process.env['STRATA_LINT'] === 'all' ? [] : ['--cache', '--cache-location', 'node_modules/.cache/eslint/']

async function lintThenTest() {
  const code = await run('check:lint', ...lintOptions)
  return code === 0 ? run('check:units') : code
}

await runScript(async () => {
  await installPackages()
  const codes = await Promise.all([lintThenTest(), run('check:shape')])
  return codes.find((code) => code !== 0) ?? 0
})
