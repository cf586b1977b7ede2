/** From a row of a comparison to the same row in its session. */
import type { CommitView } from '../../../app/contract/commits.ts'
import type { ReadingRow } from '../../../app/contract/reader.ts'
import { go } from '../../ui/address/location.ts'
import { recordPlaceKey } from '../../ui/address/record-key.ts'
import { ask } from '../../ui/calls/bridge.ts'
import { showFailure } from '../../ui/layout/notice.ts'
import { conversationPlace, sessionAddress } from '../session/address.ts'

/** @param tip last commit of the conversation that the row is read in */
export const openInSession = (row: ReadingRow | undefined, tip: CommitView): void => {
  const { sessionId } = tip
  const commitId = row?.commitId ?? tip.commitId
  const item = row?.kind === 'item' ? row.item : undefined
  const record = item?.sourceId ? recordPlaceKey({ sourceId: item.sourceId, line: item.line }) : undefined
  ask('session.locate', { sessionId, commitId }).then((found) => {
    const address = sessionAddress(sessionId, 'conversation', commitId, record)
    // The main branch does not show it.
    go(found === null ? { ...address, branch: tip.commitId } : address)
  }, showFailure)
}

export const openCommit = (commitId: string): void => {
  ask('commit.show', { commitId }).then(({ commit }) => go(conversationPlace(commit)), showFailure)
}
