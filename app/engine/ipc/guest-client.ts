/** A guest's end of the door: asks the process that owns a store, and notices when that process goes. */
import { once } from 'node:events'
import type { Socket } from 'node:net'
import type { Envelope, Signal } from '../../contract/signals.ts'
import { StrataError, toFailure, systemCode } from '../../model/failure.ts'
import { connectTo } from '../kernel/local-socket.ts'
import { callEnvironment, ipcProtocol, guestEnvironment, variablesOf, type FromGuest, type FromOwner } from './messages.ts'
import { CutShort, encodeFrame, readFrames } from './framing.ts'

/** How long an owner may take to greet: it may be opening the store. */
const greetingMs = 60_000

type Environment = Readonly<Record<string, string | undefined>>

export interface GuestOptions {
  readonly version: string
  readonly env: Environment
  readonly onSignal: (signal: Signal) => void
  /** The owner is gone. */
  readonly onDisconnect: () => void
}

/** A connection to the owner of a store. */
export interface GuestClient {
  readonly program: string
  /** The owner's job that brings the index up to date, while it runs. */
  readonly catchUp: string | undefined
  /** Never rejects; `owner-left` when the owner went before it had answered. */
  call(name: string, input: unknown): Promise<Envelope<unknown>>
  close(): void
}

type Hello = Extract<FromOwner, { kind: 'hello' }>

const disconnected = (done: 'unknown' | false): Envelope<never> => ({
  ok: false,
  failure: toFailure(new StrataError('owner-left', 'The program that owned the store ended before it replied', { done })),
})

const differs = (own: string, { version, program, protocol }: Hello): StrataError =>
  new StrataError(
    'owner-differs',
    `The store is in use by ${program} of Strata ${version}${version === own ? ` (protocol ${protocol})` : ''}; this is Strata ${own}${version === own ? ` (protocol ${ipcProtocol})` : ''}`,
    { program, version, own },
  )

const write = (socket: Socket, message: FromGuest): void => {
  for (const part of encodeFrame(message)) socket.write(part)
}

const helloFrom = (version: string, env: Environment): FromGuest => ({
  kind: 'hello',
  protocol: ipcProtocol,
  version,
  env: variablesOf(guestEnvironment, env),
})

const noAnswer = (): StrataError => new StrataError('owner-left', 'The program that owns the store does not respond', { done: false })

const greeting = async (socket: Socket, messages: AsyncIterator<unknown>): Promise<Hello> => {
  const limit = setTimeout(() => socket.destroy(), greetingMs)
  try {
    const first = await messages.next()
    if (first.done === true) throw noAnswer()
    return first.value as Hello
  } catch (thrown) {
    // It was ended while it greeted.
    throw thrown instanceof CutShort || systemCode(thrown) === 'ERR_STREAM_PREMATURE_CLOSE' ? noAnswer() : thrown
  } finally {
    clearTimeout(limit)
  }
}

/**
 * Connects to the owner of a store. Fails with the system's error when no process answers.
 * @throws StrataError owner-differs, owner-left
 */
export const connectToOwner = async (address: string, { version, env, onSignal, onDisconnect }: GuestOptions): Promise<GuestClient> => {
  const socket = await connectTo(address)
  socket.on('error', () => socket.destroy())
  const messages = readFrames(socket)[Symbol.asyncIterator]()
  write(socket, helloFrom(version, env))
  const hello = await greeting(socket, messages)
  if (hello.version !== version || hello.protocol !== ipcProtocol) {
    socket.destroy()
    throw differs(version, hello)
  }
  const waiting = new Map<number, (envelope: Envelope<unknown>) => void>()
  let lastId = 0
  let isOver = false

  const end = (): void => {
    isOver = true
    const unanswered = [...waiting.values()]
    waiting.clear()
    for (const answer of unanswered) answer(disconnected('unknown'))
    onDisconnect()
  }
  const listen = async (): Promise<void> => {
    try {
      for (let next = await messages.next(); next.done !== true; next = await messages.next()) {
        const message = next.value as FromOwner
        if (message.kind === 'signal') onSignal(message.signal)
        if (message.kind !== 'answer') continue
        waiting.get(message.id)?.(message.envelope)
        waiting.delete(message.id)
      }
    } catch {
      // The connection broke: `end` reports that.
    }
    end()
  }
  void listen()
  return {
    program: hello.program,
    catchUp: hello.catchUp,
    call(name, input) {
      if (isOver) return Promise.resolve(disconnected(false))
      lastId += 1
      const id = lastId
      return new Promise((answer) => {
        waiting.set(id, answer)
        const own = callEnvironment[name]
        write(socket, { kind: 'call', id, name, input, ...(own === undefined ? {} : { env: variablesOf(own, env) }) })
      })
    },
    close() {
      if (!socket.destroyed) void once(socket.end(), 'close').catch(() => undefined)
      setTimeout(() => socket.destroy(), 1000).unref()
    },
  }
}
