/** Entry of the command line. What it loads is compiled once, and read from then on. */
import { keepCompiledCode } from './compiled-code.ts'

keepCompiledCode()
void import('./run-cli.ts').then(({ runCli }) => runCli())
