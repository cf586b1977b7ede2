/** A writer that uses Strata as its agent service, written from the format's text alone: one CBOR map out, one in (events-v1 §5.1). */
import { Decoder, Encoder } from 'cbor-x'
import { connect } from 'node:net'

const encoder = new Encoder({ useRecords: false, mapsAsObjects: true, variableMapSize: true, tagUint8Array: false })
const decoder = new Decoder({ useRecords: false, mapsAsObjects: true })

export interface AgentAnswer {
  readonly ok: boolean
  readonly error?: string
  readonly data?: Readonly<Record<string, unknown>>
}

/** Sends bytes, half-closes, and gives everything that comes back. */
export const exchange = (address: string, bytes: Uint8Array): Promise<Buffer> =>
  new Promise((done, refuse) => {
    const socket = connect(address)
    const pieces: Buffer[] = []
    socket.on('error', refuse)
    socket.on('data', (piece: Buffer) => pieces.push(piece))
    socket.on('end', () => done(Buffer.concat(pieces)))
    socket.end(bytes)
  })

const request = (action: string, fields: Readonly<Record<string, unknown>> = {}): Buffer => encoder.encode({ action, ...fields })

export const askAgent = async (address: string, action: string, fields: Readonly<Record<string, unknown>> = {}): Promise<AgentAnswer> =>
  decoder.decode(await exchange(address, request(action, fields))) as AgentAnswer

/** An action that has to succeed. @throws Error with the service's text */
export const agentData = async (
  address: string,
  action: string,
  fields: Readonly<Record<string, unknown>> = {},
): Promise<Readonly<Record<string, unknown>>> => {
  const { ok, error, data } = await askAgent(address, action, fields)
  if (!ok) throw new Error(error)
  return data ?? {}
}

/** A token for a caller, as the reference makes one: claims under whole numbers, then the signature. */
export const claims = (map: ReadonlyMap<number, unknown>): Buffer =>
  new Encoder({ useRecords: false, mapsAsObjects: false, tagUint8Array: false }).encode(map)
