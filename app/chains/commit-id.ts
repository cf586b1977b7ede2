/** The id of a commit: a hash of what it stands on and holds, lengthened while it belongs to another commit (events-v1 §3). */
import { createHash } from 'node:crypto'
import { commitId, type CommitId } from '../model/ids.ts'

/** The inputs of an id. An absent parent or template is the empty string. */
export interface CommitIdInputs {
  readonly parent: string
  readonly artifactRef: string
  /** As in the record: UTC, `YYYY-MM-DDTHH:MM:SSZ`. */
  readonly createdAt: string
  readonly template: string
}

const shortest = 8

/** Characters of the shortest id. */
export const shortestId = 'ctx-'.length + shortest
const longest = 64

/** `ctx-` and the first `hexDigits` of SHA-256 over the four inputs with NUL between them. */
export const commitIdOf = (inputs: CommitIdInputs, hexDigits = shortest): CommitId => {
  const hash = createHash('sha256').update([inputs.parent, inputs.artifactRef, inputs.createdAt, inputs.template].join('\0'))
  return commitId(`ctx-${hash.digest('hex').slice(0, hexDigits)}`)
}

/**
 * The shortest id, lengthened by whole bytes, that `isTakenByOther` does not assign to another commit.
 * Two sessions with the same bytes and times but no uuids have commits with equal inputs and separate records. Which commit has the shorter
 * id depends on the order of import. Ids computed from the content would change existing ids, and one shared commit would name only one
 * session, so this stays unchanged. With uuids, such files are a copy and an original, and share their commits.
 */
export const allocateCommitId = (inputs: CommitIdInputs, isTakenByOther: (id: CommitId) => boolean): CommitId => {
  for (let digits = shortest; digits <= longest; digits += 2) {
    const id = commitIdOf(inputs, digits)
    if (!isTakenByOther(id)) return id
  }
  throw new Error('Commits of more sessions than there are lengths of an id have the same parent, bytes, time and template')
}
