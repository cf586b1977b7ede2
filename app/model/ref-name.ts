/** Names of commits: which persons may give, by the rules that git has for names of branches and tags (git check-ref-format). */
import { StrataError } from './failure.ts'
import { addedSessionPrefix } from './session-name.ts'

/** Characters. */
const longest = 200

/** Each with what is wrong with a name that it matches. */
const rules: readonly (readonly [RegExp, string])[] = [
  [/^$/, 'it is empty'],
  [/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u, 'it contains a control character'],
  [/[\s~^:?*[\\]/u, 'it contains a space or one of ~ ^ : ? * [ \\'],
  [/\.\./, 'it contains ..'],
  [/@\{/, 'it contains @{'],
  [/^@$/, 'it is only @'],
  [/^-/, 'it begins with -'],
  [/^\/|\/$|\/\//, 'a part between slashes is empty'],
  [/(?:^|\/)\./, 'a part begins with a dot'],
  [/\.$/, 'it ends with a dot'],
  [/\.lock(?:\/|$)/i, 'a part ends with .lock'],
  [/^(?:ctx|art)-[0-9a-f]+$/, 'it looks like the id of a commit or an artifact'],
  [/^(?:session|agent|rewind|fork|tag)\//, 'it begins like the name of another kind of ref'],
]

export type GivenRefKind = 'fork' | 'tag'

/** The name without its kind: `x` for `x` or `fork/x`. */
export const ownRefName = (kind: GivenRefKind, name: string): string => (name.startsWith(`${kind}/`) ? name.slice(kind.length + 1) : name)

/** The fault of a name, for example “it is empty”; undefined: none. */
export const refNameFault = (kind: GivenRefKind, name: string): string | undefined => {
  const own = ownRefName(kind, name)
  return rules.find(([pattern]) => pattern.test(own))?.[1] ?? (own.length > longest ? `it is longer than ${longest} characters` : undefined)
}

/**
 * The full name: `fork/x` for `x` or `fork/x`.
 * @throws StrataError invalid-input
 */
export const refName = (kind: GivenRefKind, name: string): string => {
  const wrong = refNameFault(kind, name)
  if (wrong !== undefined) throw new StrataError('invalid-input', `“${name}” is not a valid name for a ${kind}: ${wrong}`, { name })
  return `${kind}/${ownRefName(kind, name)}`
}

const madeSession = `session/${addedSessionPrefix}`

/** Whether a ref has a working state of objects: forks have, and sessions that were made. Imported sessions have none. */
export const isWorkingRef = ({ name, kind }: { readonly name: string; readonly kind: string }): boolean =>
  kind === 'fork' || (kind === 'session' && name.startsWith(madeSession))
