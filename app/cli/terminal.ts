/** Where the command line writes: standard output with back-pressure, standard error, and what the two can show. */
import { createInterface } from 'node:readline'
import { setTimeout as after } from 'node:timers/promises'
import { isatty } from 'node:tty'
import pc from 'picocolors'
import { visible } from './text/printable.ts'

type Colors = ReturnType<typeof pc.createColors>

export interface Terminal {
  /** Columns of standard output; undefined when it is no terminal: nothing is cut then. */
  readonly width: number | undefined
  /** Columns of standard error; undefined when it is no terminal. */
  readonly errorWidth: number | undefined
  readonly colors: Colors
  readonly errorColors: Colors
  /** Takes secrets out of an answer of the engine, before anything of it is shortened; undefined: answers stay as they are. */
  readonly redact?: ((answer: unknown) => unknown) | undefined
  /** Text for people. Resolves when there is room for more. */
  print(text: string): Promise<void>
  /** Data: exact where a program reads it; on a terminal what would steer it is shown instead. Resolves when there is room for more. */
  printData(data: string | Uint8Array): Promise<void>
  printError(text: string): void
  /** Called on a stop request: the end then does not wait for a reader that takes nothing. */
  hurry(): void
  /** Resolves when everything that was printed has gone. */
  allPrinted(): Promise<void>
  /** Asks on standard error and waits for y or n; undefined without a terminal to ask on. */
  readonly confirm: ((question: string) => Promise<boolean>) | undefined
}

/** How long a reader has for the rest after a stop request, milliseconds. */
const lastChanceMs = 1_000

const columnsOf = (stream: NodeJS.WriteStream): number | undefined => (stream.isTTY ? stream.columns : undefined)

/** NO_COLOR and FORCE_COLOR decide (no-color.org), else whether the output is a terminal. */
const hasColor = (stream: NodeJS.WriteStream, env: NodeJS.ProcessEnv): boolean => {
  if (env['NO_COLOR'] !== undefined && env['NO_COLOR'] !== '') return false
  if (env['FORCE_COLOR'] !== undefined && env['FORCE_COLOR'] !== '') return env['FORCE_COLOR'] !== '0'
  return stream.isTTY && env['TERM'] !== 'dumb'
}

/** Waits until a stream has room again, however many wait for it. */
const roomIn = (stream: NodeJS.WriteStream): (() => Promise<void>) => {
  let room: Promise<void> | undefined
  return () =>
    (room ??= new Promise((resolve) => {
      stream.once('drain', () => {
        room = undefined
        resolve()
      })
    }))
}

/** Resolves when everything that was written has gone. */
const written = (stream: NodeJS.WriteStream): Promise<void> =>
  new Promise((done) => {
    stream.write('', () => done())
  })

/** Anything but a yes is a no, the end of the input too. */
const confirmOn =
  ({ stdin, stderr }: NodeJS.Process) =>
  async (question: string): Promise<boolean> => {
    stderr.write(question)
    const lines = createInterface({ input: stdin })
    try {
      for await (const line of lines) return /^\s*y(?:es)?\s*$/i.test(line)
      return false
    } finally {
      lines.close()
    }
  }

/** The terminal of this process. A reader that goes away (`strata log | head`) ends the program without a word. */
export const openTerminal = (process: NodeJS.Process): Terminal => {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0)
    process.stderr.write(`strata: Cannot write to standard output: ${error.code ?? error.message}\n`)
    process.exit(1)
  })
  process.stderr.on('error', () => undefined)
  const drained = roomIn(process.stdout)
  const write = (text: string | Uint8Array): Promise<void> => (process.stdout.write(text) ? Promise.resolve() : drained())
  const shownData = dataText()
  let isHurried = false
  return {
    width: columnsOf(process.stdout),
    errorWidth: columnsOf(process.stderr),
    colors: pc.createColors(hasColor(process.stdout, process.env)),
    errorColors: pc.createColors(hasColor(process.stderr, process.env)),
    print: (text) => write(process.stdout.isTTY ? composedText(text) : text),
    printData: (data) => write(process.stdout.isTTY ? shownData(data) : data),
    printError: (text) => {
      process.stderr.write(process.stderr.isTTY ? composedText(text) : text)
    },
    hurry: () => {
      isHurried = true
    },
    allPrinted: async () => {
      const all = Promise.all([written(process.stdout), written(process.stderr)])
      await (isHurried ? Promise.race([all, after(lastChanceMs)]) : all)
    },
    confirm: isatty(0) && process.stderr.isTTY ? confirmOn(process) : undefined,
  }
}

/** Colours, bold and dim as the program writes them, and the rewritten line of progress; nothing hides a text. */
const own = /(\u001b\[(?:[01247]|2[2-9]|[34][0-79]|9[0-7]|10[0-7])m|\r\u001b\[2K)/

/** Text that the program composed. */
const composedText = (text: string): string =>
  text
    .split(own)
    .map((part, at) => (at % 2 === 1 ? part : visible(part)))
    .join('')

/** Bytes that come in pieces, as text that a terminal can show. */
const dataText = (): ((piece: string | Uint8Array) => string) => {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  return (piece) => visible(typeof piece === 'string' ? piece : decoder.decode(piece, { stream: true }))
}
