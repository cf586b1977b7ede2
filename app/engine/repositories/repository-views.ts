/** Checkouts as callers get them. */
import type { FileCheckoutsView } from '../../contract/objects.ts'
import type { CheckoutLinkView, RepositoriesView } from '../../contract/repositories.ts'
import type { CheckoutLink, FoldedCheckouts } from './fold-checkouts.ts'
import type { FileCheckouts } from './repositories.ts'

export const linkView = ({ one, other, ...link }: CheckoutLink): CheckoutLinkView => ({
  one: one.path,
  other: other.path,
  filesystemIds: [one.filesystemId, other.filesystemId],
  ...link,
})

export const checkoutView = ({ own, others, links }: FileCheckouts): FileCheckoutsView => ({
  own: own?.path ?? '',
  others: others.map(({ path, checkout }) => ({ path, checkout })),
  links: links.map(linkView),
})

export const repositoriesView = ({ repositories, links }: FoldedCheckouts): RepositoriesView => ({
  repositories: repositories.map((places) => ({ checkouts: places.map(({ path }) => path).sort() })),
  links: links.map(linkView),
})
