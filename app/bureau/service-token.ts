/** Tokens of the reference: who asks, signed with Ed25519 by whom the service trusts (events-v1 §5.1). */
import { createPublicKey, verify, type KeyObject } from 'node:crypto'
import { decodeCbor } from '../store/cbor/canonical-cbor.ts'
import { AgentRefusal } from './agent-refusal.ts'

const signatureBytes = 64

export interface Grant {
  readonly actions: readonly string[]
  readonly targets: readonly string[]
}

/** Who asks. */
export interface Caller {
  /** User id, `@name:server`. */
  readonly principal: string
  readonly machine: string
  readonly grants: readonly Grant[]
}

/** An Ed25519 public key from its 32 bytes in hex. */
export const publicKeyFrom = (hex: string): KeyObject =>
  createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(hex, 'hex').toString('base64url') }, format: 'jwk' })

const failed = (): AgentRefusal => new AgentRefusal('authentication failed')

const isSigned = (content: Uint8Array, signature: Uint8Array, keys: readonly KeyObject[]): boolean =>
  keys.some((key) => verify(null, content, key, signature))

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const textsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : []

type Keyed = Readonly<Record<string, unknown>>

const claimsIn = (content: Uint8Array): Keyed => {
  try {
    const claims = decodeCbor(content)
    if (typeof claims === 'object' && claims !== null) return claims as Keyed
  } catch {
    // Signed content that is no map names no caller.
  }
  throw failed()
}

const grantsOf = (value: unknown): readonly Grant[] =>
  Array.isArray(value) ? value.map((grant: Keyed) => ({ actions: textsOf(grant['1']), targets: textsOf(grant['2']) })) : []

/**
 * Who a token names. @param nowSeconds since 1970
 * @throws AgentRefusal
 */
export const readToken = (token: Uint8Array, keys: readonly KeyObject[], nowSeconds: number): Caller => {
  if (token.length <= signatureBytes) throw failed()
  const content = token.subarray(0, -signatureBytes)
  if (!isSigned(content, token.subarray(-signatureBytes), keys)) throw failed()
  const claims = claimsIn(content)
  if (claims['3'] !== 'agent' || textOf(claims['1']) === '') throw failed()
  if (typeof claims['7'] !== 'number' || nowSeconds >= claims['7']) throw new AgentRefusal('authentication failed: token expired')
  return { principal: textOf(claims['1']), machine: textOf(claims['2']), grants: grantsOf(claims['4']) }
}

/** Whether a pattern with `*` (within a part between slashes) and `**` (across them) covers a name. */
const covers = (pattern: string, name: string): boolean => {
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*\*|\*|\?/g, (glob) => (glob === '**' ? '.*' : glob === '*' ? '[^/]*' : '[^/]'))
  return new RegExp(`^${source}$`).test(name)
}

/** Whether a caller may do something to what belongs to a user. @param owner user id */
export const isGranted = ({ principal, grants }: Caller, action: string, owner: string): boolean => {
  if (owner === principal) return true
  const stateKey = owner.replace(/^@/, '')
  return grants.some(({ actions, targets }) => actions.some((one) => covers(one, action)) && targets.some((one) => covers(one, stateKey)))
}
