/** Checkouts of repositories, with what speaks for them, as text. */
import type { FileCheckoutsView } from '../../contract/objects.ts'
import type { CheckoutLinkView, RepositoriesView } from '../../contract/repositories.ts'
import { checkoutEvidence } from '../../model/objects/checkout-words.ts'
import type { Terminal } from '../terminal.ts'
import { printTable } from './print-table.ts'
import { printableLine } from './printable.ts'

const stateText = ({ isJoined, setting }: CheckoutLinkView): string => {
  if (setting === 'separate') return 'separate'
  return isJoined ? 'joined' : 'doubtful'
}

export const repositoriesText = ({ repositories, links }: RepositoriesView, { colors, width }: Terminal): string => {
  if (links.length === 0) return 'No two folders look like checkouts of one repository. To join two: strata repository join DIR DIR\n'
  const lists = repositories.map(
    ({ checkouts }, nth) => `${colors.bold(`Repository ${nth + 1}`)}\n${checkouts.map((path) => `  ${printableLine(path)}\n`).join('')}`,
  )
  const rows = links.map((link) => [stateText(link), printableLine(link.one), printableLine(link.other), checkoutEvidence(link)])
  const columns = [
    { title: 'STATE', paint: colors.cyan },
    { title: 'CHECKOUT', flexible: 'start' },
    { title: 'CHECKOUT', flexible: 'start' },
    { title: 'EVIDENCE' },
  ] as const
  return `${lists.join('\n')}\n${printTable(columns, rows, width, colors.bold)}`
}

export const linkText = (link: CheckoutLinkView): string =>
  `${printableLine(link.one)} and ${printableLine(link.other)} ${link.isJoined ? 'are checkouts of one repository' : 'are not one repository'} (${checkoutEvidence(link)})\n`

/** One line for each repository whose other checkouts an answer contains. */
export const checkoutsText = (checkouts: readonly FileCheckoutsView[]): string =>
  checkouts
    .map(({ own, others, links }) => {
      const names = others.map(({ checkout }) => printableLine(checkout))
      const shown = names.length > 3 ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more` : names.join(', ')
      const [first] = links.filter(({ one, other }) => one === own || other === own)
      return `Same repository as ${printableLine(own)}: ${shown}${first === undefined ? '' : ` (${checkoutEvidence(first)})`}. To see all: strata repository\n`
    })
    .join('')
