/** Runs the engine in Electron's utility process: opens the store named by the first argument and relays calls and signals. */
import { serveAgents } from '../app/engine/agent-service/serve-agents.ts'
import { openEngine } from '../app/engine/engine.ts'
import { agentAddress } from '../app/engine/local-socket.ts'
import { toFailure } from '../app/model/failure.ts'
import type { FromEngine, ToEngine } from './engine-messages.ts'
import { describeFault } from './log.ts'
import { packEnvelope } from './pack-envelope.ts'

const port = process.parentPort
const send = (message: FromEngine): void => {
  port.postMessage(message)
}

// Whatever nobody caught has left the engine in an unknown state: say where, then end, and main starts a new one.
process.on('uncaughtException', (error) => {
  send({ kind: 'fault', description: describeFault(error) })
  process.exit(70)
})

async function run(storeDir: string): Promise<void> {
  const engine = await openEngine({
    storeDir,
    resumeWatching: true,
    answersOthers: true,
    onSignal: (signal) => {
      send({ kind: 'signal', signal })
    },
  })
  const agents = await serveAgents({
    ask: (name, input) => engine.ask(name, input),
    address: await agentAddress(storeDir, process.env),
    onBug: (error) => {
      send({ kind: 'fault', description: describeFault(error) })
    },
  }).catch((error: unknown) => {
    // The window works without: `strata serve` may answer agents already.
    send({ kind: 'fault', description: `agents are not answered: ${toFailure(error).code}` })
  })
  port.on('message', ({ data }: { data: ToEngine }) => {
    if (data.kind === 'close') void Promise.all([agents?.close(), engine.close()]).finally(() => process.exit(0))
    else
      void engine.call(data.name, data.input).then((envelope) => {
        send({ kind: 'answer', id: data.id, envelope: packEnvelope(envelope) })
        if (!envelope.ok && envelope.failure.code === 'bug') send({ kind: 'fault', description: `a bug answered ${data.name}` })
      })
  })
  send({ kind: 'ready' })
}

run(process.argv[2] ?? '').catch((error: unknown) => {
  send({ kind: 'refused', failure: toFailure(error) })
  send({ kind: 'fault', description: describeFault(error) })
  // The messages are on their way; ending at once would lose them.
  setTimeout(() => process.exit(1), 200)
})
