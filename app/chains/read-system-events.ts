/** Reads the metadata of system events: how the client was started, and why a context was compacted. */
import { z } from 'zod'
import type { Event } from '../model/event.ts'

type SystemPayload = Extract<Event, { readonly type: 'system' }>['payload']

const decoder = new TextDecoder()
/** JSON text that an event carries as bytes. */
export const jsonOf = (bytes: Uint8Array | null | undefined): string | undefined =>
  bytes === null || bytes === undefined ? undefined : decoder.decode(bytes)

/** The metadata as an object; an empty one where it is none. */
const metadataOf = ({ metadata }: SystemPayload): object => {
  try {
    const value: unknown = JSON.parse(jsonOf(metadata) ?? 'null')
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}

const someText = z.string().min(1).optional().catch(undefined)
const started = z.object({ model: someText, cwd: someText, claude_code_version: someText })

/** How a client was started, as its first line says; undefined for other system events. */
export interface ClientStart {
  readonly model: string | undefined
  readonly cwd: string | undefined
  readonly version: string | undefined
}

export const initIn = (payload: SystemPayload): ClientStart | undefined => {
  if (payload.subtype !== 'init') return undefined
  const { model, cwd, claude_code_version: version } = started.parse(metadataOf(payload))
  return { model, cwd, version }
}

const tokens = z.number().int().min(0).optional().catch(undefined)
const detail = z.object({ trigger: someText, pre_tokens: tokens, post_tokens: tokens, preTokens: tokens, postTokens: tokens })
const boundary = z.object({ compact_metadata: detail.optional().catch(undefined), compactMetadata: detail.optional().catch(undefined) })

/** Why a context was compacted and what it held before and after, tokens; undefined: not said. */
export interface CompactionDetail {
  readonly trigger: string | undefined
  readonly preTokens: number | undefined
  readonly postTokens: number | undefined
}

/** The reference's document puts the fields at the top, the client below `compact_metadata`. Undefined for other system events. */
export const compactionIn = (payload: SystemPayload): CompactionDetail | undefined => {
  if (payload.subtype !== 'compact_boundary') return undefined
  const metadata = metadataOf(payload)
  const { compact_metadata: snake, compactMetadata: camel } = boundary.parse(metadata)
  const reported = snake ?? camel ?? detail.parse(metadata)
  return {
    trigger: reported.trigger,
    preTokens: reported.pre_tokens ?? reported.preTokens,
    postTokens: reported.post_tokens ?? reported.postTokens,
  }
}
