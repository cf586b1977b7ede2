/** Turns what a person typed into a session or a commit: full ids, unique beginnings of ids, refs. */
import type { Tables } from '../../analytics/queries/run-query.ts'
import { runQuery } from '../../analytics/queries/run-query.ts'
import { StrataError } from '../../model/failure.ts'

/** Fewer characters than this name nothing, however unique they are. */
const minPrefixLength = 4
const candidatesListed = 20
/** The beginning of a commit id, with or without `ctx-`. */
const commitShape = /^(?:ctx-)?([0-9a-f]+)$/

const ambiguous = (text: string, candidates: readonly string[]): StrataError => {
  const listed = candidates.slice(0, candidatesListed)
  const more = candidates.length > candidatesListed ? ' and more' : ''
  return new StrataError('ambiguous-id', `“${text}” is ambiguous: ${listed.join(', ')}${more}`, { text, candidates: listed })
}

const malformed = (text: string, reason: string): StrataError => new StrataError('malformed-id', `“${text}” ${reason}`, { text })

const sessionsOf = async (tables: Tables, text: string) => {
  const found = await runQuery(tables, 'sessionNames', { text, as_prefix: text.length >= minPrefixLength })
  const exact = found.find(({ sessionId }) => sessionId === text)
  return exact === undefined ? found : [exact]
}

/** Captured and made sessions are called `live/…`. The prefix is optional where no other session has the same name. */
const liveSessionsOf = (tables: Tables, text: string) => (text.length < minPrefixLength ? [] : sessionsOf(tables, `live/${text}`))

/**
 * Full id of the session that `text` names: its id, or a unique beginning of at least four characters.
 * @throws StrataError not-found, ambiguous-id
 */
export const resolveSession = async (tables: Tables, text: string): Promise<string> => {
  const found = await sessionsOf(tables, text)
  const [first, ...others] = found.length > 0 ? found : await liveSessionsOf(tables, text)
  if (first === undefined) throw new StrataError('not-found', `No session has the id “${text}”`, { text })
  if (others.length > 0)
    throw ambiguous(
      text,
      [first, ...others].map(({ sessionId }) => sessionId),
    )
  return first.sessionId
}

/** The same where a session may be named or not. @throws StrataError not-found, ambiguous-id */
export const resolveOptionalSession = async (tables: Tables, text: string | undefined): Promise<string | null> =>
  text === undefined ? null : resolveSession(tables, text)

const refNames = (text: string): readonly string[] => [text, `tag/${text}`, `fork/${text}`]

/** `session/1a2b3c4d` is short for `session/1a2b3c4d-…`: each part of the name may be cut, down to four characters. */
const abbreviation = (text: string): string | undefined => {
  const [kind, ...parts] = text.split('/')
  if (kind === undefined || parts.length === 0 || parts.some((part) => part.length < minPrefixLength)) return undefined
  const escaped = [kind, ...parts].map((part) =>
    part.replaceAll(/[^\p{L}\p{N}]/gu, (mark) => `\\x{${(mark.codePointAt(0) ?? 0).toString(16)}}`),
  )
  return `${escaped[0] ?? ''}/${escaped
    .slice(1)
    .map((part) => `${part}[^/]*`)
    .join('/')}`
}

const commitOfRef = async (tables: Tables, text: string): Promise<string | undefined> => {
  const names = refNames(text)
  const refs = await runQuery(tables, 'namedCommits', { names })
  const nearest = names.flatMap((name) => refs.find((ref) => ref.name === name) ?? [])[0]
  if (nearest !== undefined) return nearest.commitId
  const pattern = abbreviation(text)
  const [found, ...others] = pattern === undefined ? [] : await runQuery(tables, 'refNames', { pattern })
  if (found !== undefined && others.length > 0)
    throw ambiguous(
      text,
      [found, ...others].map(({ name }) => name),
    )
  return found?.commitId
}

const commitsOf = async (tables: Tables, text: string): Promise<readonly string[]> => {
  const digits = commitShape.exec(text)?.[1]
  if (digits === undefined && text.startsWith('ctx-'))
    throw malformed(text, 'is not a prefix of a commit id: ctx- is followed by hex digits')
  if (digits === undefined) return []
  if (digits.length < minPrefixLength && text.startsWith('ctx-'))
    throw malformed(text, `is too short: give at least ${minPrefixLength} digits`)
  if (digits.length < minPrefixLength) return []
  const prefix = `ctx-${digits}`
  const found = (await runQuery(tables, 'commitNames', { prefix })).map(({ commitId }) => commitId)
  // A lengthened id begins with the shorter one it collided with: the full id names itself.
  return found.includes(prefix) ? [prefix] : found
}

/** The commit or session that a text names; a session means its tip. */
export type Named =
  | { readonly kind: 'commit'; readonly commitId: string }
  | { readonly kind: 'session'; readonly sessionId: string; readonly tipCommitId: string | null }

const candidatesOf = async (tables: Tables, text: string): Promise<readonly Named[]> => {
  const [commits, imported] = await Promise.all([commitsOf(tables, text), sessionsOf(tables, text)])
  const sessions = commits.length + imported.length > 0 ? imported : await liveSessionsOf(tables, text)
  return [
    ...commits.map((commitId) => ({ kind: 'commit' as const, commitId })),
    ...sessions.map((row) => ({ kind: 'session' as const, ...row })),
  ]
}

const idOf = (named: Named): string => (named.kind === 'commit' ? named.commitId : named.sessionId)

/**
 * Resolves `text`: a ref (`tag/` and `fork/` are optional), a commit id, a session id, or a unique prefix of one of the two ids, at least
 * four characters long.
 * @throws StrataError not-found, ambiguous-id, malformed-id
 */
export const resolveName = async (tables: Tables, text: string): Promise<Named> => {
  const named = await commitOfRef(tables, text)
  if (named !== undefined) return { kind: 'commit', commitId: named }
  const [first, ...others] = await candidatesOf(tables, text)
  if (first === undefined && text.length < minPrefixLength)
    throw malformed(text, `is too short: give at least ${minPrefixLength} characters`)
  if (first === undefined) throw new StrataError('not-found', `No commit, ref or session has the name “${text}”`, { text })
  if (others.length > 0) throw ambiguous(text, [first, ...others].map(idOf))
  return first
}

/**
 * The commit that `text` names; a session means its tip.
 * @throws StrataError not-found, ambiguous-id, malformed-id
 */
export const resolveCommit = async (tables: Tables, text: string): Promise<string> => {
  const named = await resolveName(tables, text)
  const commitId = named.kind === 'commit' ? named.commitId : named.tipCommitId
  if (commitId === null) throw new StrataError('not-found', `The session ${idOf(named)} has no commits`, { text })
  return commitId
}
