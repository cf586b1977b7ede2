/** How often each tool was called, and how often it failed. */
import type { ReactNode } from 'react'
import type { StatsView } from '../../../app/contract/stats.ts'
import { formatCount } from '../../ui/format/format-count.ts'
import { Empty } from '../../ui/layout/states.tsx'
import '../../ui/table/count-table.css'

export const ToolTable = ({ tools }: { readonly tools: StatsView['tools'] }): ReactNode => {
  if (tools.length === 0) return <Empty title="No tool was called" />
  const most = Math.max(...tools.map((tool) => tool.calls))
  return (
    <table className="figures-table">
      <thead>
        <tr>
          <th scope="col">Tool</th>
          <th scope="col">Calls</th>
          <th scope="col">Failed</th>
          <th scope="col">Refused</th>
          <th scope="col" aria-hidden="true" />
        </tr>
      </thead>
      <tbody>
        {tools.map((tool) => (
          <tr key={tool.tool}>
            <th scope="row">{tool.tool}</th>
            <td>{formatCount(tool.calls)}</td>
            <td className={tool.errors === 0 ? 'faint' : 'figure-failed'}>{formatCount(tool.errors)}</td>
            <td className={tool.refusals === 0 ? 'faint' : ''}>{formatCount(tool.refusals)}</td>
            <td className="figure-bar" aria-hidden="true">
              <meter min={0} max={most} value={tool.calls} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
