/** Checks names that persons give to commits, by the rules that git has for names of branches and tags (git check-ref-format). */
import { StrataError } from '../model/failure.ts'

/** Characters. */
const longest = 200

/** Each with what is wrong with a name that it matches. */
const rules: readonly (readonly [RegExp, string])[] = [
  [/^$/, 'it is empty'],
  [/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u, 'it holds a control character'],
  [/[\s~^:?*[\\]/u, 'it holds a space or one of ~ ^ : ? * [ \\'],
  [/\.\./, 'it holds ..'],
  [/@\{/, 'it holds @{'],
  [/^@$/, 'it is only @'],
  [/^-/, 'it begins with -'],
  [/^\/|\/$|\/\//, 'a part between slashes is empty'],
  [/(?:^|\/)\./, 'a part begins with a dot'],
  [/\.$/, 'it ends with a dot'],
  [/\.lock(?:\/|$)/i, 'a part ends with .lock'],
  [/^(?:ctx|art)-[0-9a-f]+$/, 'it looks like the id of a commit or an artifact'],
  [/^(?:session|agent|rewind|fork|tag)\//, 'it begins like the name of another kind of ref'],
]

/**
 * The full name: `fork/x` for `x` or `fork/x`.
 * @throws StrataError invalid-input
 */
export const refName = (kind: 'fork' | 'tag', name: string): string => {
  const own = name.startsWith(`${kind}/`) ? name.slice(kind.length + 1) : name
  const wrong =
    rules.find(([pattern]) => pattern.test(own))?.[1] ?? (own.length > longest ? `it is longer than ${longest} characters` : undefined)
  if (wrong !== undefined) throw new StrataError('invalid-input', `“${name}” is no name for a ${kind}: ${wrong}`, { name })
  return `${kind}/${own}`
}
