/** `npm run check`: lint, and beside it types, architecture, unused code and format, which take as long together; then the pure tests. */
import { installPackages } from './setup/install-packages.mjs'
import { runNpm } from './setup/run-command.mjs'
import { runScript, say } from './setup/say.mjs'

/** Runs a script of package.json, and shows what it says when it has ended. */
async function run(name) {
  const { code, output } = await runNpm(['run', '--silent', name], { talk: 'quiet' })
  process.stdout.write(output)
  if (code !== 0) say(`${name} failed`)
  return code
}

await runScript(async () => {
  await installPackages()
  const codes = await Promise.all([run('check:lint'), run('check:shape')])
  const failed = codes.find((code) => code !== 0)
  if (failed !== undefined) return failed
  const { code } = await runNpm(['run', '--silent', 'check:units'])
  return code
})
