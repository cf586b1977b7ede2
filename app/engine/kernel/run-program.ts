/** Runs a program without a shell, for a limited time; what it started ends with it. */
import { spawn, type ChildProcess } from 'node:child_process'
import { closeSync, openSync, writeSync } from 'node:fs'
import { StrataError } from '../../model/failure.ts'

export interface Program {
  readonly words: readonly string[]
  readonly folder: string
  readonly env: NodeJS.ProcessEnv
  /** Its standard input. */
  readonly input?: string
  readonly limitMs: number
  readonly signal: AbortSignal
  /** File for what it prints. */
  readonly log?: string | undefined
  /** Bytes of its standard output that are wanted; a program that prints more is ended. Default: none. */
  readonly outputLimit?: number
}

export interface Ended {
  /** Null: a signal ended it. */
  readonly code: number | null
  /** The time was up. */
  readonly isCut: boolean
  readonly ms: number
  /** Its standard output, up to the bytes that were wanted. */
  readonly output: string
  /** It printed more, and was ended. */
  readonly isFull: boolean
  /** The last line that it printed to its standard error; '': none. */
  readonly lastError: string
}

/** Bytes of what it prints that are kept. */
const maxLog = 8 * 1024 * 1024

/** Characters of its last error that are kept. */
const maxError = 500

/** The longest time of a timer, milliseconds. */
const maxTimer = 2 ** 31 - 1

const hasGroups = process.platform !== 'win32'

/** Time in which a program can end what it started in separate groups, milliseconds. */
const graceMs = 5000

/** Also what it started in its process group. */
const end = (child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): void => {
  try {
    if (hasGroups && child.pid !== undefined) process.kill(-child.pid, signal)
    else child.kill(signal)
  } catch {
    // Nothing of it is running.
  }
}

const keepOutput = (child: ChildProcess, log: string | undefined): (() => void) => {
  const file = log === undefined ? undefined : openSync(log, 'w')
  let left = maxLog
  const keep = (data: Buffer): void => {
    if (file !== undefined && left > 0) writeSync(file, data.subarray(0, left))
    left -= data.length
  }
  child.stdout?.on('data', keep)
  child.stderr?.on('data', keep)
  return () => {
    child.stdout?.destroy()
    child.stderr?.destroy()
    if (file !== undefined) closeSync(file)
  }
}

/** The standard output of a program up to a number of bytes. */
const outputOf = (child: ChildProcess, limit: number, onMore: () => void): (() => string) => {
  const parts: Buffer[] = []
  let room = limit
  if (limit > 0)
    child.stdout?.on('data', (data: Buffer) => {
      if (room > 0) parts.push(data.subarray(0, room))
      room -= data.length
      if (room < 0) onMore()
    })
  return () => Buffer.concat(parts).toString('utf8')
}

const lastErrorOf = (child: ChildProcess): (() => string) => {
  let end = ''
  child.stderr?.on('data', (data: Buffer) => {
    end = (end + data.toString('utf8')).slice(-maxError)
  })
  return () => end.trimEnd().split('\n').at(-1)?.trim() ?? ''
}

/** @throws StrataError path-refused where the program cannot be started, cancelled */
export const runProgram = async ({ words, folder, env, input = '', limitMs, signal, log, outputLimit = 0 }: Program): Promise<Ended> => {
  const [program = '', ...args] = words
  const started = performance.now()
  let isCut = false
  let isFull = false
  const undo: (() => void)[] = []
  try {
    const child = spawn(program, args, { cwd: folder, env, detached: hasGroups, stdio: ['pipe', 'pipe', 'pipe'], windowsHide: true })
    undo.push(keepOutput(child, log))
    const stop = (): void => {
      end(child, 'SIGTERM')
      const grace = setTimeout(() => end(child, 'SIGKILL'), graceMs)
      undo.push(() => clearTimeout(grace))
    }
    const timer = setTimeout(
      () => {
        isCut = true
        stop()
      },
      Math.min(limitMs, maxTimer),
    )
    signal.addEventListener('abort', stop)
    const output = outputOf(child, outputLimit, () => {
      isFull = true
      stop()
    })
    const lastError = lastErrorOf(child)
    undo.push(() => {
      clearTimeout(timer)
      signal.removeEventListener('abort', stop)
    })
    child.stdin.on('error', () => undefined)
    child.stdin.end(input)
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject)
      child.once('exit', (own) => {
        if (outputLimit === 0) {
          resolve(own)
          return
        }
        // What it printed may come after its end; what it started does not keep its output open.
        end(child, 'SIGKILL')
        const late = setTimeout(() => resolve(own), graceMs)
        undo.push(() => clearTimeout(late))
        child.once('close', () => resolve(own))
      })
      if (signal.aborted) stop()
    })
    end(child, 'SIGKILL')
    if (signal.aborted) throw new StrataError('cancelled', 'The program was stopped')
    return { code, isCut, ms: performance.now() - started, output: output(), isFull, lastError: lastError() }
  } catch (thrown) {
    if (thrown instanceof StrataError) throw thrown
    throw new StrataError('path-refused', `Cannot start ${program}`, { option: 'program' }, thrown)
  } finally {
    for (const each of undo) each()
  }
}
