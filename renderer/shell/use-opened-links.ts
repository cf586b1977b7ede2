/** Shows the view of a link that another program has opened. */
import { useEffect } from 'react'
import { parseAddress } from '../ui/address/address.ts'
import { go } from '../ui/address/location.ts'
import { onSignal } from '../ui/calls/bridge.ts'
import { showNotice } from '../ui/layout/notice.ts'

export const useOpenedLinks = (): void => {
  useEffect(
    () =>
      onSignal((signal) => {
        if (signal.kind === 'link') open(signal.link)
      }),
    [],
  )
}

const open = (link: string): void => {
  const address = parseAddress(link)
  if (address === undefined) showNotice('The link leads to no view of Strata')
  // Its query would run immediately: only the person in front of the window decides that.
  else if (address.view === 'sql') showNotice('Links from other programs run no SQL. To open this one, paste it into the palette.')
  else go(address)
}
