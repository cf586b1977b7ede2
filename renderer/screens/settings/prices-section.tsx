/** The prices that costs are computed with: from when on, and where each is from. */
import type { ReactNode } from 'react'
import type { PricesView, PriceView } from '../../../app/contract/cost.ts'
import { Badge } from '../../ui/layout/badge.tsx'
import { ask } from '../../ui/calls/bridge.ts'
import { CopyableText } from '../../ui/forms/copyable-text.tsx'
import { formatCount } from '../../../app/model/format/count.ts'
import { showFailure } from '../../ui/layout/notice.ts'
import { Section } from '../../ui/layout/section.tsx'
import { Loaded } from '../../ui/layout/async-states.tsx'
import { useQuery } from '../../ui/calls/use-query.ts'

export const PricesSection = (): ReactNode => {
  const call = useQuery('prices.list', {})
  return (
    <Section name="Prices">
      <Loaded call={call} what="Reading the prices">
        {(view) => <Prices view={view} />}
      </Loaded>
    </Section>
  )
}

const Prices = ({ view: { prices, missing, ownFile, webSearchUsdPerThousand } }: { readonly view: PricesView }): ReactNode => (
  <>
    <p className="faint">
      US dollars per million tokens; {dollars(webSearchUsdPerThousand)} per thousand web searches. Prices in your price file override these;
      see docs/prices.md.
    </p>
    <CopyableText text={ownFile} what="the path of your price file" />
    {missing.length === 0 ? null : <p className="is-warn">No price, excluded from sums: {missing.join(', ')}</p>}
    {/* What is scrolled has to be reached by keyboard. */}
    {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls */}
    <div className="settings-prices" role="region" aria-label="Table of prices" tabIndex={0}>
      <table className="section-table" aria-label="Prices">
        <thead>
          <tr>
            {['Model', 'Validity', 'Input', 'Output', 'Write 5 min', 'Write 1 h', 'Cache read', 'Source'].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {prices.map((price) => (
            <Price key={`${price.models.join()} ${price.from} ${price.overTokens} ${price.service} ${String(price.isOwn)}`} price={price} />
          ))}
        </tbody>
      </table>
    </div>
  </>
)

/** As many digits as the price has: $0.125. */
const dollars = (usd: number): string =>
  usd.toLocaleString('en', { style: 'currency', currency: 'USD', minimumFractionDigits: 2, maximumFractionDigits: 6 })

const holds = ({ from, until, overTokens, service }: PriceView): string =>
  [
    `from ${from}`,
    ...(until === null ? [] : [`until ${until}`]),
    ...(overTokens === 0 ? [] : [`prompts over ${formatCount(overTokens)}`]),
    ...(service === 'standard' ? [] : [service]),
  ].join(', ')

const Price = ({ price }: { readonly price: PriceView }): ReactNode => (
  <tr>
    <th scope="row">
      {price.models.map((model, at) => (
        <span key={model} className="settings-model">
          {model}
          {at + 1 < price.models.length ? ', ' : ''}
        </span>
      ))}{' '}
      {price.isOwn ? <Badge>your own</Badge> : null}
    </th>
    <td>{holds(price)}</td>
    {[price.input, price.output, price.cacheWrite5m, price.cacheWrite1h, price.cacheRead].map((usd, at) => (
      <td key={at} className="is-number">
        {dollars(usd)}
      </td>
    ))}
    <td>
      <Source price={price} />
    </td>
  </tr>
)

const Source = ({ price: { source, url, readOn } }: { readonly price: PriceView }): ReactNode => {
  const read = readOn === null ? '' : `; read ${readOn}`
  if (url?.startsWith('https://') !== true) return `${source}${read}`
  return (
    <>
      <a
        className="settings-link"
        href={url}
        onClick={(event) => {
          event.preventDefault()
          ask('shell.openExternal', { url }).catch(showFailure)
        }}
      >
        {source}
      </a>
      {read}
    </>
  )
}
