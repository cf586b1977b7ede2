/** Costs and prices for people: what is known, how it is known, and what is not. */
import type { CostGroup, CostKnown, CostView, PricesView, PriceView } from '../../contract/cost.ts'
import { countText, notAvailable, usdText } from './format.ts'
import { countOf } from '../../model/format/count.ts'
import { understatedText } from './understated-text.ts'
import { printTable, type TableColumn } from './print-table.ts'
import { printableLine } from './printable.ts'
import type { Terminal } from '../terminal.ts'

const right = (title: string, dropped?: number): TableColumn => ({
  title,
  align: 'right',
  ...(dropped === undefined ? {} : { dropped }),
})

const costCell = ({ usd, unknownReplies }: CostGroup): string => (usd !== null && unknownReplies > 0 ? `${usdText(usd)} +` : usdText(usd))

const groupCells = (group: CostGroup): readonly string[] => [
  countText(group.replies),
  countText(group.inputTokens),
  countText(group.outputTokens),
  countText(group.cacheReadTokens),
  countText(group.cacheWrite5mTokens),
  countText(group.cacheWrite1hTokens),
  costCell(group),
  printableLine(group.group),
]

const hows: readonly (readonly [Exclude<CostKnown, 'unknown'>, (group: CostGroup) => number, string])[] = [
  ['client', (group) => group.clientUsd, 'from the session totals of the client'],
  ['recorded', (group) => group.recordedUsd, 'from the records of the replies'],
  ['computed', (group) => group.computedUsd, 'computed from the prices on the day (`strata prices`)'],
]

const howKnown = ({ groups }: CostView): string =>
  hows
    .flatMap(([, pick, words]) => {
      const usd = groups.reduce((sum, group) => sum + pick(group), 0)
      return usd === 0 ? [] : [`${usdText(usd)} ${words}\n`]
    })
    .join('')

const unpriced = ({ unpriced: models }: CostView): string =>
  models.map(({ replies, reason }) => `${notAvailable} for ${countOf(replies, 'reply', 'replies')}: ${printableLine(reason)}\n`).join('')

const titles: Readonly<Record<CostView['by'], string>> = {
  all: '',
  session: 'SESSION',
  project: 'PROJECT',
  model: 'MODEL',
  day: 'DAY',
  commit: 'COMMIT',
}

/** A line for each group; below it how the costs are known and what is not. */
export const costText = (view: CostView, { colors, width }: Terminal): string => {
  if (view.groups.length === 0) return 'Cost: n/a (no usage is recorded)\n'
  const name = view.by === 'day' ? `DAY (${view.timeZone})` : titles[view.by]
  const table = printTable(
    [
      right('REPLIES', 1),
      right('INPUT', 3),
      right('OUTPUT', 2),
      right('CACHE READ', 4),
      right('WRITE 5 MIN', 5),
      right('WRITE 1 H', 6),
      right('COST'),
      { title: name, flexible: 'start', paint: colors.cyan },
    ],
    view.groups.map(groupCells),
    width,
    colors.bold,
  )
  return `${table}\n${howKnown(view)}${unpriced(view)}${understatedText(view.groups)}`
}

const boundsText = ({ from, until, overTokens, service }: PriceView): string =>
  [
    `from ${from}`,
    until === null ? '' : `until ${until}`,
    overTokens === 0 ? '' : `prompts over ${countText(overTokens)}`,
    service === 'standard' ? '' : service,
  ]
    .filter((part) => part !== '')
    .join(', ')

/** A price as it is listed, with cents at least: $1.50, $18.75, $0.025. */
const dollars = (usd: number): string => `$${usd.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 10 })}`

export const pricesText = (view: PricesView, { colors, width }: Terminal): string => {
  const table = printTable(
    [
      { title: 'MODEL', paint: colors.cyan },
      right('INPUT'),
      right('OUTPUT'),
      right('WRITE 5 MIN', 2),
      right('WRITE 1 H', 3),
      right('CACHE READ', 1),
      { title: 'VALID' },
      { title: 'SOURCE', flexible: true, paint: colors.dim },
    ],
    view.prices.map((price) => [
      printableLine(price.models.join(', ')),
      dollars(price.input),
      dollars(price.output),
      dollars(price.cacheWrite5m),
      dollars(price.cacheWrite1h),
      dollars(price.cacheRead),
      boundsText(price),
      printableLine(`${price.isOwn ? 'own: ' : ''}${price.source}${price.readOn === null ? '' : `; read ${price.readOn}`}`),
    ]),
    width,
    colors.bold,
  )
  const missing = view.missing.map((model) => `${notAvailable}: no price for ${printableLine(model)}\n`).join('')
  const own = `To override prices, add them to ${printableLine(view.ownFile)}\n`
  return `${table}\nUS dollars per million tokens; web search ${dollars(view.webSearchUsdPerThousand)} per 1,000.\n${missing}${own}`
}
