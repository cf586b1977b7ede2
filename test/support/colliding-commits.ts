/** Different content whose commits would have one id: with 32 bits it is found among some hundred thousand attempts. */
import { commitIdOf } from '../../app/chains/commit-id.ts'
import { refOf } from '../../app/model/ids.ts'
import { hashArtifact } from '../../app/store/files/artifact-hash.ts'

export interface Attempts {
  readonly bytesOf: (attempt: number) => Uint8Array
  /** Of root commits. */
  readonly createdAt: string
  readonly template: string
}

/** The id of the root commit that an attempt gives. */
export const attemptId = ({ bytesOf, createdAt, template }: Attempts, attempt: number): string =>
  commitIdOf({ parent: '', artifactRef: refOf(hashArtifact(bytesOf(attempt))), createdAt, template })

/** The first two attempts with one id. */
export const collidingAttempts = (attempts: Attempts): readonly [number, number] => {
  const seen = new Map<string, number>()
  for (let attempt = 0; ; attempt += 1) {
    const id = attemptId(attempts, attempt)
    const before = seen.get(id)
    if (before !== undefined) return [before, attempt]
    seen.set(id, attempt)
  }
}
