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

const check = (shape: RegExp, what: string, text: string): string => {
  if (!shape.test(text)) throw new StrataError('malformed-id', `“${text}” is not ${what}`, { text })
  return text
}

/** @throws StrataError malformed-id */
export const artifactHash = (text: string): ArtifactHash => check(hashShape, 'an artifact hash', text) as ArtifactHash
/** @throws StrataError malformed-id */
const artifactRef = (text: string): ArtifactRef => check(refShape, 'an artifact ref', text) as ArtifactRef
/** @throws StrataError malformed-id */
export const commitId = (text: string): CommitId => check(commitShape, 'a commit id', text) as CommitId

/** The short ref of an artifact hash. */
export const refOf = (hash: ArtifactHash): ArtifactRef => artifactRef(`art-${hash.slice(0, 12)}`)
