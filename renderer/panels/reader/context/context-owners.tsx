/** Who put what a request contained into it; the tokens of all owners add up to those of the request. */
import type { ReactNode } from 'react'
import type { RequestView } from '../../../../app/contract/context.ts'
import { countOf, formatCount } from '../../../../app/model/format/count.ts'
import { percentOf } from '../../../ui/context/window-shares.ts'
import { ValueOrNotAvailable } from '../../../ui/layout/not-available.tsx'
import { ownerText } from './context-rows.ts'
import '../../../ui/table/count-table.css'

/** The others are summed up. */
const maxOwners = 200

export const ContextOwners = ({ view }: { readonly view: RequestView }): ReactNode => {
  const { owners, all, tokens } = view
  const [shown, rest] = [owners.slice(0, maxOwners), owners.slice(maxOwners)]
  const unknown = 'The tokens of the request are not known'
  const Row = ({ name, items, own }: { readonly name: string; readonly items: number; readonly own: number | null }): ReactNode => (
    <tr>
      <th scope="row" title={name}>
        {name}
      </th>
      <td>{formatCount(items)}</td>
      <td>
        <ValueOrNotAvailable value={own} reason={unknown} format={formatCount} />
      </td>
      <td>{own === null || tokens === null ? '' : percentOf(own, tokens)}</td>
    </tr>
  )
  return (
    <div className="context-owners">
      <table className="figures-table" aria-label="Tokens by owner">
        <thead>
          <tr>
            <th scope="col">Owner</th>
            <th scope="col">Items</th>
            <th scope="col">Tokens</th>
            <th scope="col">Share</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((share) => (
            <Row key={ownerText(share.owner)} name={ownerText(share.owner)} items={share.items} own={share.tokens} />
          ))}
          {rest.length === 0 ? null : (
            <Row
              name={countOf(rest.length, 'smaller owner')}
              items={rest.reduce((so, { items }) => so + items, 0)}
              own={tokens === null ? null : rest.reduce((so, share) => so + (share.tokens ?? 0), 0)}
            />
          )}
        </tbody>
        <tfoot>
          <Row name="Sum" items={all.items} own={all.tokens} />
        </tfoot>
      </table>
    </div>
  )
}
