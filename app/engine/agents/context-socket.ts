/** The socket on which an agent's tools learn the agent's current commit. */
import { createServer, connect } from 'node:net'
import { answerConnection, defaultMessageBytes } from '../../bureau/agent-connection.ts'
import { currentContext } from '../../bureau/current-context.ts'
import { listenAt, newContextAddress } from '../kernel/local-socket.ts'
import { decodeCbor, encodeCbor } from '../../store/cbor/canonical-cbor.ts'
import { StrataError } from '../../model/failure.ts'

export interface ContextSocket {
  readonly address: string
  close(): Promise<void>
}

/** @param current gives the id of the commit that holds what the agent knows; '' before there is any. */
export const openContextSocket = async (
  current: () => Promise<string>,
  env: Readonly<Record<string, string | undefined>>,
): Promise<ContextSocket> => {
  const options = { answer: currentContext(current), maxBytes: defaultMessageBytes, onBug: () => undefined }
  const server = createServer({ allowHalfOpen: true }, (socket) => void answerConnection(socket, options))
  const address = await newContextAddress(env)
  await listenAt(server, address)
  return {
    address,
    close: () => new Promise((closed) => server.close(() => closed())),
  }
}

/** The variable that names the socket to the agent and its tools. */
export const contextSocketVariable = 'BUREAU_AGENT_CONTEXT_SOCKET'

/** How long the wrapper may take, milliseconds: it makes a commit before it answers. */
const answerMs = 10_000

const exchanged = (address: string, request: Uint8Array): Promise<Buffer> =>
  new Promise((done, refuse) => {
    const socket = connect(address)
    const pieces: Buffer[] = []
    socket.setTimeout(answerMs, () => socket.destroy(new Error(`no answer within ${answerMs / 1000} s`)))
    socket.on('error', refuse)
    socket.on('data', (piece: Buffer) => pieces.push(piece))
    socket.on('end', () => done(Buffer.concat(pieces)))
    socket.end(request)
  })

const idIn = (answer: unknown): string | undefined => {
  const { data } = answer as { readonly data?: { readonly context_id?: unknown } }
  return typeof data?.context_id === 'string' ? data.context_id : undefined
}

/**
 * The id of the commit; '' when the agent has done nothing yet.
 * @param address where the wrapper listens, as `contextSocketVariable` says.
 * @throws StrataError path-unreadable: no program answers there
 */
export const askContextSocket = async (address: string): Promise<string> => {
  try {
    const id = idIn(decodeCbor(await exchanged(address, encodeCbor({ action: 'current-context' }))))
    if (id !== undefined) return id
  } catch (cause) {
    throw new StrataError(
      'path-unreadable',
      `The capture at ${address} does not answer: ${(cause as Error).message}`,
      { path: address },
      cause,
    )
  }
  throw new StrataError('path-unreadable', `The capture at ${address} does not report the current commit of the agent`, { path: address })
}
