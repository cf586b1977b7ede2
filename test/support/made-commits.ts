/** Commits that are made for a test: turns of one prompt and one reply in the format events-v1. */
import { encodeEvents } from '../../app/chains/formats/events-v1/encode-events.ts'
import type { CallInput } from '../../app/contract/calls.ts'
import type { Engine } from '../../app/engine/engine.ts'
import type { Event } from '../../app/model/event.ts'

/** Seconds since 1970. */
export const madeAt = 1_767_600_000

export const prompt = (content: string, seconds = 0): Event => ({
  type: 'prompt',
  timestamp: madeAt + seconds,
  payload: { source: 'user', content },
})

export const reply = (content: string, seconds = 1): Event => ({ type: 'response', timestamp: madeAt + seconds, payload: { content } })

/** The bytes of a turn that begins so many seconds after the first. */
export const turn = (text: string, seconds = 0): Uint8Array => encodeEvents([prompt(text, seconds), reply(`done: ${text}`, seconds + 1)])

/** Makes a commit; gives its id. */
export const made = async (engine: Engine, input: CallInput<'commit.checkpoint'>): Promise<string> =>
  (await engine.ask('commit.checkpoint', { format: 'events-v1', createdAt: '2026-01-05T08:00:00Z', ...input })).commit.commitId
