/** The words of a text of reasoning, and the way to them. */
import type { ReactNode } from 'react'
import type { ReasoningHit } from '../../../app/contract/reasoning.ts'
import { sessionAddress } from '../../screens/session/address.ts'
import { go } from '../address/location.ts'
import { recordPlaceKey } from '../address/record-key.ts'
import './reason-excerpt.css'

export const Excerpt = ({ hit: { before, found, after } }: { readonly hit: ReasoningHit }): ReactNode => (
  <>
    {before}
    <mark className="reason-found">{found}</mark>
    {after}
  </>
)

/** Words of the sentence that a page shows as they are: code and emphasis look different there. */
const plainWords = /[\p{L}\p{N}'’,; ]{8,60}/u

export const openHit = (hit: ReasoningHit): void => {
  const find = plainWords.exec(hit.found)?.[0].trim()
  const address = sessionAddress(hit.sessionId, 'conversation', hit.commitId ?? undefined, recordPlaceKey(hit))
  go(find === undefined ? address : { ...address, find })
}
