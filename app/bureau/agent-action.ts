/** An action of the agent service: it reads the fields of a request, knows the caller, and answers over a store. */
import type { KeyObject } from 'node:crypto'
import type { CborMap } from '../store/cbor/canonical-cbor.ts'
import type { StructFields } from '../store/cbor/cbor-struct.ts'
import { AgentRefusal } from './agent-refusal.ts'
import type { ContextStore } from './context-store.ts'
import { isGranted, type Caller } from './service-token.ts'
import type { Sessions } from './sessions.ts'

export interface AgentServiceOptions {
  readonly store: ContextStore
  readonly sessions: Sessions
  /** The caller when no caller has to authenticate. */
  readonly local: Caller
  /** A caller needs a token signed with one of these keys; none: the mode of the socket decides who may ask. */
  readonly keys: readonly KeyObject[]
  /** Milliseconds since 1970. */
  readonly now: () => number
}

export type Fields = Readonly<Record<string, unknown>>
export type Action = (fields: Fields, caller: Caller, options: AgentServiceOptions) => Promise<CborMap | undefined>

/** By name: the action, the fields that it reads, and its mode. open: it needs no caller; strict: it refuses all other fields. */
export type Actions = Readonly<Record<string, readonly [Action, fields: StructFields, mode?: 'open' | 'strict']>>

export const text = (fields: Fields, name: string): string => (typeof fields[name] === 'string' ? fields[name] : '')
export const numberIn = (fields: Fields, name: string): number => (typeof fields[name] === 'number' ? fields[name] : 0)
export const bytesOf = (fields: Fields, name: string): Uint8Array | undefined =>
  fields[name] instanceof Uint8Array ? fields[name] : undefined

export const required = (fields: Fields, name: string): string => {
  const value = text(fields, name)
  if (value === '') throw new AgentRefusal(`${name} is required`)
  return value
}

export const requiredBytes = (fields: Fields, name: string): Uint8Array => {
  const value = bytesOf(fields, name)
  if (value === undefined || value.length === 0) throw new AgentRefusal(`${name} is required`)
  return value
}

/** A principal as requests name it. */
export const localName = (principal: string): string => principal.replace(/^@/, '')

export const allow = (caller: Caller, action: 'agent/read' | 'agent/write', owner: string, { keys }: AgentServiceOptions): void => {
  if (keys.length === 0 || isGranted(caller, action, owner)) return
  throw new AgentRefusal(`access denied: no ${action} grant for ${localName(owner)}`)
}

/** Whom a request asks about: the caller, unless it names another that he may read. */
export const readable = (fields: Fields, caller: Caller, options: AgentServiceOptions): string => {
  const local = text(fields, 'principal_local')
  const principal = local === '' ? caller.principal : `@${local}`
  allow(caller, 'agent/read', principal, options)
  return principal
}
