/** Messages between the owner of a store and its guests. */
import { z } from 'zod'
import type { Envelope, Signal } from '../../contract/signals.ts'

/** Raised when the messages change. */
export const ipcProtocol = 1

/** Where a guest's program looks for files: a call that depends on it is answered as if the guest had the store open. */
export const guestEnvironment = ['HOME', 'USERPROFILE', 'CLAUDE_CONFIG_DIR', 'XDG_CONFIG_HOME', 'APPDATA', 'LOCALAPPDATA'] as const

/**
 * Variables sent only with the named call: the user's key and the address to send it to, for the one call that asks a service outside the
 * store. They go to a program of the same user, through a socket that only this user can reach, and are kept nowhere.
 */
export const callEnvironment: Readonly<Record<string, readonly string[]>> = {
  'summaries.start': ['ANTHROPIC_API_KEY', 'ANTHROPIC_BASE_URL'],
}

/** The variables of these names that are set. */
export const variablesOf = (
  names: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = env[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )

export const fromGuest = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('hello'), protocol: z.number(), version: z.string(), env: z.record(z.string(), z.string()) }),
  z.object({
    kind: z.literal('call'),
    id: z.number().int(),
    name: z.string(),
    input: z.unknown(),
    env: z.record(z.string(), z.string()).optional(),
  }),
])
export type FromGuest = z.infer<typeof fromGuest>

export type FromOwner =
  | { readonly kind: 'hello'; readonly protocol: number; readonly version: string; readonly program: string; readonly catchUp?: string }
  | { readonly kind: 'answer'; readonly id: number; readonly envelope: Envelope<unknown> }
  | { readonly kind: 'signal'; readonly signal: Signal }
