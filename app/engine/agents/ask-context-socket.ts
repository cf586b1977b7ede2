/** Asks the wrapper of a captured agent which commit holds what the agent knows now (events-v1 §5.4). */
import { connect } from 'node:net'
import { decodeCbor, encodeCbor } from '../../store/cbor/canonical-cbor.ts'
import { StrataError } from '../../model/failure.ts'

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
  throw new StrataError('path-unreadable', `The capture at ${address} does not say which commit the agent stands at`, { path: address })
}
