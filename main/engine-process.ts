/**
 * Runs the engine in Electron's utility process. It opens the store named by the first argument, as its owner or through its owner, and
 * relays calls and signals.
 */
import { serveAgents, type AgentService } from '../app/engine/agents/serve-agents.ts'
import { joinStore, type JoinedStore } from '../app/engine/join-store.ts'
import { agentAddress } from '../app/engine/kernel/local-socket.ts'
import { toFailure } from '../app/model/failure.ts'
import type { FromEngine, ToEngine } from './engine-messages.ts'
import { describeFault } from './log.ts'
import { packEnvelope } from './pack-envelope.ts'
import { RelayedSqlProcesses } from './sql-processes.ts'

const port = process.parentPort
const send = (message: FromEngine): void => {
  port.postMessage(message)
}

// An uncaught error leaves the engine in an unknown state: report its place, then end, and main starts a new engine.
process.on('uncaughtException', (error) => {
  send({ kind: 'fault', description: describeFault(error) })
  process.exit(70)
})

const end = (thrown: unknown): void => {
  send({ kind: 'refused', failure: toFailure(thrown) })
  send({ kind: 'fault', description: describeFault(thrown) })
  // The messages are still in transit; ending immediately would lose them.
  setTimeout(() => process.exit(1), 200)
}

/** Answers agents for this store; undefined when another process does already. */
const answerAgents = async ({ ask }: JoinedStore, storeDir: string): Promise<AgentService | undefined> => {
  const onBug = (error: unknown): void => send({ kind: 'fault', description: describeFault(error) })
  try {
    return await serveAgents({ ask, address: await agentAddress(storeDir, process.env), onBug })
  } catch (thrown) {
    // The window works without: `strata serve` may answer agents already.
    send({ kind: 'fault', description: `cannot serve agents: ${toFailure(thrown).code}` })
    return undefined
  }
}

async function run(storeDir: string): Promise<void> {
  let agents: Promise<AgentService | undefined> = Promise.resolve(undefined)
  const sqlProcesses = new RelayedSqlProcesses(send)
  const ready: { store?: JoinedStore } = {}
  const answerFor = (store: JoinedStore): void => {
    agents = agents.then((service) => service ?? answerAgents(store, storeDir))
  }
  const store = await joinStore({
    storeDir,
    program: 'Strata',
    startSqlProcess: sqlProcesses.start,
    onSignal: (signal) => {
      send({ kind: 'signal', signal })
    },
    stay: {
      onOwner: (owner) => {
        // The ready message reports the first owner.
        if (ready.store === undefined) return
        send({ kind: 'owner', owner })
        answerFor(ready.store)
      },
      onLost: end,
    },
  })
  ready.store = store
  answerFor(store)
  port.on('message', ({ data }: { data: ToEngine }) => {
    if (data.kind === 'close') void Promise.all([agents.then((service) => service?.close()), store.close()]).finally(() => process.exit(0))
    else if (data.kind === 'sqlAnswer' || data.kind === 'sqlEnded') sqlProcesses.receive(data)
    else
      void store.call(data.name, data.input).then((envelope) => {
        send({ kind: 'answer', id: data.id, envelope: packEnvelope(envelope) })
        if (!envelope.ok && envelope.failure.code === 'bug') send({ kind: 'fault', description: `bug in the call ${data.name}` })
      })
  })
  send({ kind: 'ready', owner: store.owner })
}

run(process.argv[2] ?? '').catch(end)
