/** Goes to the record of an item of a context, in the session that has it. */
import type { CommitView } from '../../../../app/contract/commits.ts'
import type { RequestPart } from '../../../../app/contract/context.ts'
import { sessionAddress } from '../../../screens/session/address.ts'
import { go } from '../../../ui/address/location.ts'
import { recordPlaceKey } from '../../../ui/address/record-key.ts'
import { ask } from '../../../ui/calls/bridge.ts'
import { showFailure } from '../../../ui/layout/notice.ts'

export type PlacedPart = Pick<RequestPart, 'commitId' | 'sourceId' | 'line'>

/** `sourceId:line`; undefined: no record contains it. */
const recordOfPart = ({ sourceId, line }: PlacedPart): string | undefined =>
  sourceId === null || line === null ? undefined : recordPlaceKey({ sourceId, line })

/** @param onRecord what goes to a record of the session `sessionId`; without it, its conversation is opened */
export const openPart = (part: PlacedPart, { sessionId }: Pick<CommitView, 'sessionId'>, onRecord?: (record: string) => void): void => {
  const record = recordOfPart(part)
  if (record === undefined || part.commitId === null) return
  ask('commit.show', { commitId: part.commitId }).then(({ commit }) => {
    if (onRecord !== undefined && commit.sessionId === sessionId) onRecord(record)
    else go(sessionAddress(commit.sessionId, 'conversation', commit.commitId, record))
  }, showFailure)
}
