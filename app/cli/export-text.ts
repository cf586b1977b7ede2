/** What an export is made of, where it is, and how to go on from it. */
import type { ExportView } from '../contract/export-views.ts'
import { bytesText, countText, plural } from './figures.ts'
import { printable } from './printable.ts'

const lostLine = ({ what, count, why }: ExportView['lost'][number]): string => {
  const kind = /^(?:added|changed): /.test(what) ? '' : 'left out: '
  return `${kind}${printable(what)} × ${countText(count)} (${printable(why)})\n`
}

export const exportText = (view: ExportView): string => {
  const made = `${view.target} of ${view.commitId}: ${plural(view.messages, 'message')} from ${plural(view.commits.length, 'commit')}, ${bytesText(view.bytes)}\n`
  const where = view.path === null ? '' : `written to ${printable(view.path)}\n`
  const ref = view.ref === null ? '' : `named ${printable(view.ref)}\n`
  const next = view.command === null ? '' : `go on with:  ${printable(view.command)}\n`
  return `${made}${view.lost.map(lostLine).join('')}${where}${ref}${next}`
}
