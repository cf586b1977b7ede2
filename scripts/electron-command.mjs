/** Prints, as JSON, the program and arguments that start this project in a provisioned Electron; an argument names a module to run first. */
import { electronCommand } from './setup/electron-command.mjs'
import { provisionElectron } from './setup/provision-electron.mjs'
import { runScript } from './setup/say.mjs'

await runScript(async () => {
  process.stdout.write(`${JSON.stringify(electronCommand(await provisionElectron(), { first: process.argv[2] }))}\n`)
})
