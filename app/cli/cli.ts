/** Entry of the command line. What it loads is compiled once, and read from then on. */
import { keepCompiledCode } from './compiled-code.ts'

keepCompiledCode()
const [command, subcommand, name, ...rest] = process.argv.slice(2)
// An agent waits for its hooks: they load nothing of the other commands.
if (command === 'reasoning' && subcommand === 'hook' && name !== undefined && !name.startsWith('-'))
  void import('../engine/agent-context/hooks/run-hook.ts').then(({ runHook }) => runHook(name, rest))
else void import('./run-cli.ts').then(({ runCli }) => runCli())
