/** The commands for a commit, wherever one is shown: one list for the menus, the keys, the palette and the help. */
import type { CommitView } from '../../../app/contract/commits.ts'
import { openCommitDialog } from './commit-dialog.ts'
import { openCommitMenu } from './commit-menu.ts'
import { chainPlace, timelinePlace } from '../../screens/session/address.ts'
import { compareWith } from './compare-mark.ts'
import { copyText, showNotice, showFailure } from '../layout/notice.ts'
import { formatLink } from '../address/address.ts'
import { go } from '../address/location.ts'
import { editSummary } from './summary-editing.ts'
import { useCommands, type Command } from './commands.ts'
import { ask } from '../calls/bridge.ts'

interface Offer {
  readonly id: `commit.${string}`
  readonly title: string
  readonly keys: readonly string[]
  readonly run: () => void
}

const work = (commit: CommitView): readonly Offer[] => [
  { id: 'commit.materialise', title: 'Materialise…', keys: ['Shift+M'], run: () => openCommitDialog('materialise', commit) },
  { id: 'commit.fork', title: 'Fork…', keys: ['Shift+F'], run: () => openCommitDialog('fork', commit) },
  { id: 'commit.resume', title: 'Fork and resume…', keys: ['Shift+R'], run: () => openCommitDialog('resume', commit) },
  { id: 'commit.export', title: 'Export…', keys: ['Shift+E'], run: () => openCommitDialog('export', commit) },
]

const names = (commit: CommitView): readonly Offer[] => [
  { id: 'commit.summary', title: 'Edit summary', keys: ['Shift+S', 'F2'], run: () => editSummary(commit.commitId) },
  { id: 'commit.tag', title: 'Tag…', keys: ['Shift+L', '#'], run: () => openCommitDialog('tag', commit) },
  {
    id: 'commit.pin',
    title: commit.pinned ? 'Unpin' : 'Pin',
    keys: ['Shift+P'],
    run: () => setPin(commit.commitId, !commit.pinned),
  },
]

const places = (commit: CommitView): readonly Offer[] => [
  { id: 'commit.compare', title: 'Compare with…', keys: ['Shift+C'], run: () => compareWith(commit) },
  { id: 'commit.timeline', title: 'Show in timeline', keys: ['t'], run: () => go(timelinePlace(commit)) },
]

const copies = (commit: CommitView): readonly Offer[] => [
  { id: 'commit.copy', title: 'Copy id', keys: ['y'], run: () => copyText(commit.commitId, commit.commitId) },
  {
    id: 'commit.link',
    title: 'Copy link',
    keys: ['Shift+Y'],
    run: () => copyText(formatLink(chainPlace(commit)), `the link to ${commit.commitId}`),
  },
]

/** The entries of the menu, in sections. */
export const commitCommandSections = (commit: CommitView): readonly (readonly Command[])[] =>
  [work(commit), names(commit), places(commit), copies(commit)].map((offers) => offers.map((offer) => ({ ...offer, group: 'Commit' })))

/** Offers the commands of the commit that is selected or read, and the key that opens their menu. */
export const useCommitCommands = (commit: CommitView | undefined): void =>
  useCommands(
    commit === undefined
      ? []
      : [
          ...commitCommandSections(commit).flat(),
          { id: 'commit.menu', title: 'Commit menu', group: 'Commit', keys: ['m'], run: () => openCommitMenu(commit) },
        ],
  )

/** Pins a commit, or does so no more, and says so. */
const setPin = (commitId: CommitView['commitId'], pinned: boolean): void => {
  ask('commit.pin', { commitId, pinned }).then(
    () => showNotice(pinned ? `Pinned ${commitId}: garbage collection keeps it` : `Unpinned ${commitId}`),
    showFailure,
  )
}
