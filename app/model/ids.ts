/** Names of artifacts and commits: parsed once at the border, branded inside. */
import { StrataError } from './failure.ts'

declare const brand: unique symbol
type Branded<Name extends string> = string & { readonly [brand]: Name }

/** Full identity of an artifact: 64 lowercase hex digits of its BLAKE3 file hash. */
export type ArtifactHash = Branded<'ArtifactHash'>
/** Short ref of an artifact: `art-` and the first 12 hex digits of its hash (events-v1 §4.2). */
export type ArtifactRef = Branded<'ArtifactRef'>
/** Id of a commit: `ctx-` and 8 hex digits, more when lengthened on a collision (events-v1 §3). */
export type CommitId = Branded<'CommitId'>

const hashShape = /^[0-9a-f]{64}$/
const refShape = /^art-[0-9a-f]{12}$/
const commitShape = /^ctx-[0-9a-f]{8}(?:[0-9a-f]{2}){0,28}$/

const parse = <T extends string>(shape: RegExp, what: string, text: string): T => {
  if (!shape.test(text)) throw new StrataError('malformed-id', `“${text}” is not ${what}`, { text })
  return text as T
}

/** @throws StrataError malformed-id */
export const artifactHash = (text: string): ArtifactHash => parse(hashShape, 'an artifact hash', text)
/** @throws StrataError malformed-id */
export const artifactRef = (text: string): ArtifactRef => parse(refShape, 'an artifact ref', text)
/** @throws StrataError malformed-id */
export const commitId = (text: string): CommitId => parse(commitShape, 'a commit id', text)

/** The short ref of an artifact hash. */
export const refOf = (hash: ArtifactHash): ArtifactRef => artifactRef(`art-${hash.slice(0, 12)}`)
