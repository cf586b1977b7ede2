/** The socket on which an agent's tools learn the commit that the agent stands at. */
import { createServer } from 'node:net'
import { answerConnection, usualMessageBytes } from '../../bureau/agent-connection.ts'
import { currentContext } from '../../bureau/current-context.ts'
import { listenAt, newContextAddress } from '../kernel/local-socket.ts'

export interface ContextSocket {
  readonly address: string
  close(): Promise<void>
}

/** @param current gives the id of the commit that holds what the agent knows; '' before there is any. */
export const openContextSocket = async (
  current: () => Promise<string>,
  env: Readonly<Record<string, string | undefined>>,
): Promise<ContextSocket> => {
  const options = { answer: currentContext(current), mostBytes: usualMessageBytes, onBug: () => undefined }
  const server = createServer({ allowHalfOpen: true }, (socket) => void answerConnection(socket, options))
  const address = await newContextAddress(env)
  await listenAt(server, address)
  return {
    address,
    close: () => new Promise((closed) => server.close(() => closed())),
  }
}
