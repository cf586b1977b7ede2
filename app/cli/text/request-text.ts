/** What a request contained, for people: by owner, by kind, and each item. */
import type { PartsSum, RequestPart, RequestView } from '../../contract/context.ts'
import type { ContextOwner } from '../../model/context-owner.ts'
import { countOf } from '../../model/format/count.ts'
import { goneNames, headText, lookedIn, markNames, ownerNames, partNames } from '../../model/format/request-names.ts'
import { lineName } from '../../model/line-name.ts'
import type { Terminal } from '../terminal.ts'
import { countText, notAvailable, percentText, timeText } from './format.ts'
import { printTable } from './print-table.ts'
import { printableLine } from './printable.ts'

const ownerText = ({ kind, name }: ContextOwner): string =>
  kind === 'person' ? ownerNames.person : `${ownerNames[kind]}: ${printableLine(name)}`

const shareText = (tokens: number | null, total: number | null): string =>
  tokens === null || total === null || total === 0 ? notAvailable : percentText(tokens, total, '')

const charsText = (chars: number | null): string => (chars === null ? notAvailable : countText(chars))

const ownersTable = ({ owners, tokens }: RequestView, { width, colors }: Terminal): string =>
  printTable(
    [
      { title: 'OWNER', flexible: true },
      { title: 'ITEMS', align: 'right' },
      { title: 'CHARACTERS', align: 'right', dropped: 1 },
      { title: 'TOKENS', align: 'right' },
      { title: 'SHARE', align: 'right' },
    ],
    owners.map((share) => [
      ownerText(share.owner),
      countText(share.items),
      countText(share.chars),
      countText(share.tokens),
      shareText(share.tokens, tokens),
    ]),
    width,
    colors.bold,
  )

const subject = ({ tool, path, about }: RequestPart): string =>
  printableLine([tool, path ?? about].filter((word) => word !== null && word !== '').join(' '))

const placeText = ({ sourceId, fileLine, ofLine }: Pick<RequestPart, 'sourceId' | 'fileLine' | 'ofLine'>): string =>
  sourceId === null || fileLine === null || ofLine === null ? '' : `${sourceId}:${lineName({ fileLine, ofLine })}`

const itemsTable = ({ parts }: RequestView, { width, colors }: Terminal): string =>
  printTable(
    [
      { title: 'LAYER', align: 'right' },
      { title: 'KIND' },
      { title: 'OWNER' },
      { title: 'ABOUT', flexible: true },
      { title: 'AGE', align: 'right' },
      { title: 'CHARACTERS', align: 'right' },
      { title: 'TOKENS', align: 'right' },
      { title: 'MARKS', dropped: 2 },
      { title: 'RECORD', dropped: 1, paint: colors.dim },
    ],
    parts.map((part) => [
      String(part.layer),
      `${partNames[part.kind]}${part.isPreserved ? ' (kept)' : ''}`,
      ownerText(part.owner),
      subject(part),
      String(part.age),
      charsText(part.chars),
      countText(part.tokens),
      markNames(part).join(', '),
      placeText(part),
    ]),
    width,
    colors.bold,
  )

const layersText = ({ parts, tokens }: RequestView): string => {
  if (tokens === null) return ''
  const of = (layer: number): number => parts.filter((part) => part.layer === layer).reduce((so, part) => so + (part.tokens ?? 0), 0)
  return `Layers: 1 system prompt and tools ${countText(of(1))}, 2 history ${countText(of(2))}, 3 since the last reply ${countText(of(3))}\n`
}

const goneLines = ({ allGone }: RequestView): string =>
  allGone
    .map(
      ({ reason, kind, items, chars }) =>
        `  ${goneNames[reason]}: ${partNames[kind]} × ${countText(items)}, ${countText(chars)} characters\n`,
    )
    .join('')

const sumText = ({ items, tokens }: PartsSum): string =>
  `${countOf(items, 'item')}${tokens === null ? '' : `, ${countText(tokens)} tokens`}`

/** What it contains more than once, and what nothing refers to. */
const markedText = ({ marked }: RequestView): string => {
  const { repeated, sameText, sameFile, unreferred, judged, laterReplies } = marked
  const again =
    repeated.items === 0
      ? ''
      : `Repeated: ${sumText(repeated)} (with the same text: ${sumText(sameText)}; reads of a file again: ${sumText(sameFile)})\n`
  const unused =
    judged.items === 0
      ? laterReplies === 0
        ? 'Not referred to any more: n/a, this is the last reply of the chain\n'
        : ''
      : `Not referred to any more, a guess by names: ${sumText(unreferred)} of ${sumText(judged)} that can be judged, by ${lookedIn(laterReplies)}\n`
  return `${again}${unused}`
}

const scaleText = ({ scale, tokens, head }: RequestView): string => {
  if (tokens === null) return ''
  const factor = scale === null ? '' : ` × ${scale.toFixed(3)}`
  return `Tokens of items are estimates${factor}, so that they add up to the recorded ones. System prompt and tools: ${headText(head)}.\n`
}

const windowText = ({ tokens, window }: RequestView): string => {
  if (tokens === null || window === null) return ''
  return ` of ${countText(window)} (${percentText(tokens, window, '')}), ${countText(Math.max(0, window - tokens))} free`
}

export const requestText = (view: RequestView, withItems: boolean, terminal: Terminal): string => {
  const { reply, chain, tokens, unknownBecause, allGone, unnamedMicrocompactions } = view
  const number = reply.number === null ? 'reply' : `reply ${reply.number}`
  const title = `${terminal.colors.cyan(printableLine(chain))}: ${number}, ${reply.at === null ? notAvailable : timeText(reply.at)}, ${printableLine(reply.model)}`
  const size =
    tokens === null ? `Tokens: ${notAvailable} (${unknownBecause ?? 'not recorded'})` : `Tokens: ${countText(tokens)}${windowText(view)}`
  const parts =
    tokens === null
      ? ''
      : `  input ${countText(view.inputTokens)}, read from the cache ${countText(view.cacheReadTokens)}, written to it ${countText(view.cacheWriteTokens)}\n`
  const items = `${countOf(view.parts.length, 'item')}\n`
  const lost = allGone.length === 0 ? '' : `\nNo longer in it:\n${goneLines(view)}`
  const unnamed =
    unnamedMicrocompactions === 0
      ? ''
      : `${countOf(unnamedMicrocompactions, 'microcompaction')} without the names of the outputs that went: these count as present.\n`
  const earlier = reply.isEarlier ? 'No reply begins in the commit: this is the last one before it.\n' : ''
  return `${title}\n${earlier}${size}\n${parts}${layersText(view)}${scaleText(view)}${items}${markedText(view)}\n${(withItems ? itemsTable : ownersTable)(view, terminal)}${lost}${unnamed}`
}
