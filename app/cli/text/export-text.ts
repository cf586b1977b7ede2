/** What an export is made of, where it is, and how to go on from it. */
import type { ExportView } from '../../contract/export.ts'
import { bytesText, countText, plural } from './figures.ts'
import { printable } from './printable.ts'

const lostLine = ({ what, count, why }: ExportView['lost'][number]): string => {
  const kind = /^(?:added|changed): /.test(what) ? '' : 'left out: '
  return `${kind}${printable(what)} × ${countText(count)} (${printable(why)})\n`
}

const secretsText = (secrets: ExportView['secrets']): string => {
  if (secrets === null) return ''
  const taken = secrets.filter(({ isTaken }) => isTaken)
  const places = taken.reduce((sum, { count }) => sum + count, 0)
  return taken.length === 0
    ? 'nothing looked like a secret\n'
    : `taken out: ${plural(taken.length, 'secret')} in ${plural(places, 'place')}\n`
}

export const exportText = (view: ExportView): string => {
  const made = `${view.target} of ${view.commitId}: ${plural(view.messages, 'message')} from ${plural(view.commits.length, 'commit')}, ${bytesText(view.bytes)}\n`
  const where = view.path === null ? '' : `written to ${printable(view.path)}\n`
  const ref = view.ref === null ? '' : `named ${printable(view.ref)}\n`
  const next = view.command === null ? '' : `go on with:  ${printable(view.command)}\n`
  return `${made}${view.lost.map(lostLine).join('')}${secretsText(view.secrets)}${where}${ref}${next}`
}
