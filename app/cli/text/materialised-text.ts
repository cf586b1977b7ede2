/** What a rebuilt conversation is made of, and what was lost on the way. */
import type { MaterialisedView } from '../../contract/materialise.ts'
import { bytesText, countText, plural } from './figures.ts'
import { printable } from './printable.ts'

const tiers: Readonly<Record<MaterialisedView['tier'], string>> = {
  native: 'as it was stored',
  field: 'translated field by field',
  rendered: 'translated, parts of it told in words only',
  raw: 'as bytes of a format that Strata does not know',
}

/** One line for each kind of thing that was lost; nothing when nothing was. */
export const lostText = ({ lost }: MaterialisedView): string =>
  lost.map(({ what, count, why }) => `lost: ${countText(count)} × ${printable(what)} (${printable(why)})\n`).join('')

export const materialisedText = (view: MaterialisedView): string => {
  const tokens =
    view.tokenCount === null
      ? 'tokens n/a: not known of any commit'
      : `${plural(view.tokenCount, 'token')} in the commits of which they are known`
  const size = `${plural(view.messageCount, 'item')} of ${printable(view.format)}, ${bytesText(view.bytes)}, ${tokens}`
  const made = `${size}; from ${plural(view.commitCount, 'commit')}, ${tiers[view.tier]}${view.cached ? ', read from an earlier time' : ''}\n`
  return `${view.artifactRef ?? 'nothing stored: it is empty'}: ${made}${lostText(view)}`
}
