/** One connection to an agent socket: one CBOR map comes in, one goes out, and it is closed (events-v1 §5.1). */
import type { Socket } from 'node:net'
import { encodeCbor, type CborMap } from '../store/cbor/canonical-cbor.ts'
import { CborError, endOfItem } from '../store/cbor/cbor-head.ts'
import { CborScanner } from '../store/cbor/cbor-scanner.ts'
import { readCbor } from '../store/cbor/cbor-struct.ts'
import { AgentRefusal } from './agent-refusal.ts'

/** Maximum size of a message in the reference, bytes. */
export const defaultMessageBytes = 1_048_576

const readMs = 30_000
const writeMs = 10_000

/** A request of an agent. */
export interface AgentRequest {
  readonly action: string
  /** Undefined: it sent none. */
  readonly token: Uint8Array | undefined
  /** All of it, for the fields of the action. */
  readonly bytes: Uint8Array
}

/** Answers a request; undefined: done, with nothing to say. @throws AgentRefusal */
export type AnswerAgent = (request: AgentRequest) => Promise<CborMap | undefined>

export interface ConnectionOptions {
  readonly answer: AnswerAgent
  /** Maximum size of a request and of a response, bytes. */
  readonly maxBytes: number
  /** Receives unexpected errors. */
  readonly onBug: (error: unknown) => void
}

const invalid = (why: string): AgentRefusal => new AgentRefusal(`invalid request: ${why}`)

/** The bytes of the request; undefined when the caller sent none. @throws AgentRefusal */
const readRequest = (socket: Socket, maxBytes: number): Promise<Uint8Array | undefined> =>
  new Promise((done, refuse) => {
    const read = new CborScanner()
    const settle = (): void => {
      clearTimeout(limit)
      socket.off('data', onData).off('end', onEnd).off('close', onEnd)
    }
    const limit = setTimeout(() => {
      settle()
      refuse(invalid('it did not come within 30 s'))
    }, readMs)
    const onData = (piece: Buffer): void => {
      try {
        const item = read.push(piece)
        if (item === undefined && read.length < maxBytes) return
        settle()
        if (item === undefined || item.length > maxBytes) refuse(invalid(`it is longer than ${maxBytes} bytes`))
        else done(item.subarray(0, endOfItem(item, 0)))
      } catch (thrown) {
        settle()
        refuse(invalid((thrown as Error).message))
      }
    }
    const onEnd = (): void => {
      settle()
      if (read.length === 0) done(undefined)
      else refuse(invalid('unexpected EOF'))
    }
    socket.on('data', onData).on('end', onEnd).on('close', onEnd)
  })

/** Reads some fields of a request. @throws AgentRefusal */
export const requestFields = (bytes: Uint8Array, fields: Parameters<typeof readCbor>[1]): Readonly<Record<string, unknown>> => {
  try {
    return (readCbor(bytes, fields, 'the request') ?? {}) as Readonly<Record<string, unknown>>
  } catch (thrown) {
    if (thrown instanceof CborError) throw invalid(thrown.message)
    throw thrown
  }
}

const answerTo = async (bytes: Uint8Array, { answer }: ConnectionOptions): Promise<CborMap> => {
  const { action, token } = requestFields(bytes, { struct: { action: 'text', token: 'raw' } })
  if (typeof action !== 'string' || action === '') throw new AgentRefusal('missing required field: action')
  const data = await answer({ action, token: token instanceof Uint8Array ? token : undefined, bytes })
  return data === undefined ? { ok: true } : { ok: true, data }
}

const refusalFrom = (thrown: unknown, onBug: (error: unknown) => void): CborMap => {
  if (thrown instanceof AgentRefusal) return { ok: false, error: thrown.message }
  onBug(thrown)
  return { ok: false, error: 'internal error' }
}

const fitting = (bytes: Buffer, maxBytes: number): Buffer =>
  bytes.length <= maxBytes
    ? bytes
    : encodeCbor({ ok: false, error: `response of ${bytes.length} bytes exceeds the maximum of ${maxBytes} bytes` })

/** Discards bytes after the request: without reading them, the response would not arrive. Limits their time and size. */
const cutAfterAnswer = (socket: Socket, maxBytes: number): void => {
  let surplus = 0
  socket.on('data', (piece) => {
    surplus += piece.length
    if (surplus > maxBytes) socket.destroy()
  })
  const limit = setTimeout(() => socket.destroy(), writeMs)
  socket.once('close', () => clearTimeout(limit))
}

/** Answers one connection and closes it. Never rejects. */
export const answerConnection = async (socket: Socket, options: ConnectionOptions): Promise<void> => {
  socket.on('error', () => socket.destroy())
  let reply: CborMap
  try {
    const bytes = await readRequest(socket, options.maxBytes)
    if (bytes === undefined) {
      socket.destroy()
      return
    }
    reply = await answerTo(bytes, options)
  } catch (thrown) {
    reply = refusalFrom(thrown, options.onBug)
  }
  cutAfterAnswer(socket, options.maxBytes)
  socket.end(fitting(encodeCbor(reply), options.maxBytes))
}
