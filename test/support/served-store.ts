/** The agent service over a real store, and what a writer sends to it. */
import path from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { encodeEvents } from '../../app/chains/formats/events-v1/encode-events.ts'
import { serveAgents, type ServeOptions } from '../../app/engine/agents/serve-agents.ts'
import { openEngine, type Engine } from '../../app/engine/engine.ts'
import type { Event } from '../../app/model/event.ts'
import { tempDir } from './temp-dir.ts'

export const at = 1735689600
export const prompt: Event = { type: 'prompt', timestamp: at, payload: { source: 'initial', content: 'hello' } }
export const response: Event = { type: 'response', timestamp: at, payload: { content: 'world' } }

/** Serves a store of its own until the test has ended. */
export const serviceWithStore = async (
  options: Partial<ServeOptions> = {},
): Promise<{ readonly address: string; readonly engine: Engine }> => {
  const dir = tempDir()
  const engine = await openEngine({ storeDir: path.join(dir, 'store'), program: 'test', env: {} })
  const serving = await serveAgents({
    ask: (name, input) => engine.ask(name, input),
    address: path.join(dir, 'agent.sock'),
    principal: '@agent/test:bureau.local',
    machine: '@machine/one:bureau.local',
    onBug: (error) => expect.fail(String(error)),
    ...options,
  })
  onTestFinished(async () => {
    await serving.close()
    await engine.close()
  })
  return { address: serving.address, engine }
}

export const service = async (options: Partial<ServeOptions> = {}): Promise<string> => (await serviceWithStore(options)).address

export const delta = (...events: readonly Event[]): Uint8Array => Uint8Array.from(encodeEvents(events))

export const turn = (fields: object = {}): Readonly<Record<string, unknown>> => ({
  commit_type: 'delta',
  format: 'events-v1',
  checkpoint: 'turn_boundary',
  template: 'bureau/template:code-reviewer',
  session_id: 'agent/test:bureau.local-1',
  data: delta(prompt),
  message_count: 1,
  ...fields,
})
