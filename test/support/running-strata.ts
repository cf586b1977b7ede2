/** A command of `strata` that goes on for a while, in a process of its own, as a person runs it. */
import { spawn, type ChildProcessByStdio } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { onTestFinished } from 'vitest'
import { cli, strataEnv, type Ended } from './strata-command.ts'

export interface RunningStrata {
  readonly child: ChildProcessByStdio<Writable, Readable, Readable>
  /** What it has written so far. */
  readonly out: () => string
  readonly err: () => string
  readonly ended: Promise<Ended & { readonly signal: NodeJS.Signals | null }>
}

/** Starts it; it is killed when the test ends. @param program the built command, another than that of this project */
export const startStrata = (
  storeDir: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  program = cli,
): RunningStrata => {
  const child = spawn(process.execPath, [program, ...args], { env: { ...strataEnv(storeDir), ...env }, stdio: ['pipe', 'pipe', 'pipe'] })
  const text = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', (piece: string) => (text.out += piece))
  child.stderr.setEncoding('utf8').on('data', (piece: string) => (text.err += piece))
  const ended = new Promise<Ended & { readonly signal: NodeJS.Signals | null }>((resolve) => {
    child.on('close', (code, signal) => {
      resolve({ code, signal, ...text })
    })
  })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  return { child, out: () => text.out, err: () => text.err, ended }
}
