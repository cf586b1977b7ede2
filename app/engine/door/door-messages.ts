/** What the owner of a store and its guests say to each other. */
import { z } from 'zod'
import type { Envelope, Signal } from '../../contract/signals.ts'

/** Raised when the messages change. */
export const doorProtocol = 1

/** Where a guest's program looks for things: a question that depends on it is answered as if the guest had the store open. */
export const guestEnvironment = ['HOME', 'USERPROFILE', 'CLAUDE_CONFIG_DIR', 'XDG_CONFIG_HOME', 'APPDATA', 'LOCALAPPDATA'] as const

export const fromGuest = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('hello'), protocol: z.number(), version: z.string(), env: z.record(z.string(), z.string()) }),
  z.object({ kind: z.literal('call'), id: z.number().int(), name: z.string(), input: z.unknown() }),
])
export type FromGuest = z.infer<typeof fromGuest>

export type FromOwner =
  | { readonly kind: 'hello'; readonly protocol: number; readonly version: string; readonly program: string; readonly catchUp?: string }
  | { readonly kind: 'answer'; readonly id: number; readonly envelope: Envelope<unknown> }
  | { readonly kind: 'signal'; readonly signal: Signal }
