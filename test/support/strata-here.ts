/** The command `strata` in the process of a test: for its arguments, its help and its answers, without starting a program. */
import { runCommand } from '../../app/cli/run-command.ts'
import { plainTerminal } from './plain-terminal.ts'
import type { Ended } from './strata-command.ts'

const textOf = (data: string | Uint8Array): string => (typeof data === 'string' ? data : Buffer.from(data).toString('utf8'))

export const strataHere = async (storeDir: string, ...args: readonly string[]): Promise<Ended> => {
  const [out, err]: [string[], string[]] = [[], []]
  const terminal = {
    ...plainTerminal(),
    print: (text: string) => Promise.resolve(void out.push(text)),
    printData: (data: string | Uint8Array) => Promise.resolve(void out.push(textOf(data))),
    printError: (text: string) => void err.push(text),
  }
  const code = await runCommand(['--store', storeDir, ...args], terminal)
  return { code, out: out.join(''), err: err.join('') }
}
