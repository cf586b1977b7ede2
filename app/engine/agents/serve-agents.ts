/** The agent service on a local socket: what an agent's wrapper or a ticket's tool asks is answered from the store. */
import { readFileSync } from 'node:fs'
import type { KeyObject } from 'node:crypto'
import { createServer } from 'node:net'
import { answerConnection, defaultMessageBytes } from '../../bureau/agent-connection.ts'
import { agentService } from '../../bureau/agent-actions.ts'
import { publicKeyFrom } from '../../bureau/service-token.ts'
import { Sessions } from '../../bureau/sessions.ts'
import { StrataError } from '../../model/failure.ts'
import type { AskStore } from '../capture/capture.ts'
import { listenAt } from '../kernel/local-socket.ts'
import { storeContexts } from './store-contexts.ts'
import { localMachine, localPrincipal } from '../capture/local-names.ts'

export interface ServeOptions {
  readonly ask: AskStore
  readonly address: string
  /** Who may connect: 0600, this user; 0660 and 0770, the group too. */
  readonly mode?: number
  /** Maximum size of a request and of a reply, in bytes. */
  readonly maxBytes?: number
  /** Public keys that verify tokens, which callers then need; none: every process that can connect may call. */
  readonly keys?: readonly KeyObject[]
  readonly principal?: string
  readonly machine?: string
  readonly onBug: (error: unknown) => void
}

export interface AgentService {
  readonly address: string
  close(): Promise<void>
}

/** Public keys in a file: one a line, 64 hex digits; lines that begin with # are notes. @throws StrataError path-unreadable, invalid-input */
export const readKeys = (path: string): readonly KeyObject[] => {
  const lines = textIn(path)
    .split(/\r?\n/)
    .map((line) => line.trim())
  const keys = lines.filter((line) => line !== '' && !line.startsWith('#'))
  const wrong = keys.find((key) => !/^[0-9a-f]{64}$/i.test(key))
  if (keys.length === 0 || wrong !== undefined)
    throw new StrataError('invalid-input', `${path} does not contain Ed25519 public keys: one a line, 64 hex digits`, { path })
  return keys.map(publicKeyFrom)
}

const textIn = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    throw new StrataError('path-unreadable', `Cannot read ${path}`, { path }, cause)
  }
}

/** @throws StrataError socket-in-use, path-refused */
export const serveAgents = async (options: ServeOptions): Promise<AgentService> => {
  const { ask, address, mode, maxBytes = defaultMessageBytes, keys = [], onBug } = options
  const local = { principal: options.principal ?? localPrincipal(), machine: options.machine ?? localMachine(), grants: [] }
  const answer = agentService({ store: storeContexts(ask), sessions: new Sessions(Date.now()), local, keys, now: Date.now })
  const server = createServer({ allowHalfOpen: true }, (socket) => void answerConnection(socket, { answer, maxBytes, onBug }))
  await listenAt(server, address, mode)
  return {
    address,
    close: () => new Promise((closed) => server.close(() => closed())),
  }
}
