/** Where the window is: the address in the location bar, and moving about in its history. */
import type { Address } from './address.ts'
import { formatAddress, parseAddress } from './address.ts'
import { observable, useObservable } from '../calls/observable.ts'

const read = (): Address | undefined => parseAddress(window.location.hash)

const current = observable<Address | undefined>(undefined)

/** Marks the entries of the history that were shown. */
const known = 'shown'

/** Whether the address shown now was reached by Back or Forward. */
let isFromHistory = false

/** Follows the location bar from now on; every screen must have declared its address before. */
export const followLocation = (): void => {
  window.history.replaceState(known, '')
  current.set(read())
  window.addEventListener('popstate', ({ state }) => {
    // An entry without a mark is new: a link was followed.
    isFromHistory = state === known
    if (!isFromHistory) window.history.replaceState(known, '')
    current.set(read())
  })
  window.addEventListener('hashchange', () => current.set(read()))
}

/** The address shown now; undefined: the text in the location bar names no view. */
export const useLocation = (): Address | undefined => useObservable(current)

/** The address shown now, outside a component. */
export const currentLocation = (): Address | undefined => current.get()

/** Whether the view was returned to: it shows what it showed when it was left. */
export const isReturn = (): boolean => isFromHistory

/** Goes to a view; “back” returns to the one before. */
export const go = (address: Address): void => {
  const text = formatAddress(address)
  if (`#${text}` === window.location.hash) return
  window.history.pushState(known, '', `#${text}`)
  isFromHistory = false
  current.set(parseAddress(text))
}

/** Changes what the current view shows without a new step in the history. */
export const refine = (address: Address): void => {
  const text = formatAddress(address)
  if (`#${text}` === window.location.hash) return
  window.history.replaceState(known, '', `#${text}`)
  current.set(parseAddress(text))
}

/** Replaces the beginning, unless a person has left it: the event of a click on a link comes after the address has changed. */
export const leaveStart = (address: Address): void => {
  if (read()?.view === 'start') refine(address)
}
