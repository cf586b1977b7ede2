/** Opens a session at what was found in it. */
import { recordPlaceKey } from '../../ui/address/record-key.ts'
import { go } from '../../ui/address/location.ts'
import { sessionAddress } from '../session/address.ts'
import { rememberSearch } from './recent-searches.ts'
import { soughtText, type ResultRow } from './result-rows.ts'

/** @param search text of the search that found it */
export const openResult = ({ session, hit }: ResultRow, search: string): void => {
  rememberSearch(search)
  const { sessionId } = session
  if (hit === undefined || hit.sourceId === null || hit.line === null) {
    const [first] = session.hits
    // What a title has need not be in the conversation.
    const find = first === undefined || first.kind === 'title' ? undefined : soughtText(search, first).find
    go({ ...sessionAddress(sessionId), ...(hit === undefined ? { find } : {}) })
    return
  }
  const record = recordPlaceKey({ sourceId: hit.sourceId, line: hit.line })
  go({ ...sessionAddress(sessionId, 'conversation', hit.commitId ?? undefined, record), ...soughtText(search, hit) })
}
