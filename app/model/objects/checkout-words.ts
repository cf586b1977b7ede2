/** Why two folders count as checkouts of one repository, in words. */
import { countOf } from '../format/count.ts'

export interface CheckoutEvidence {
  readonly files: number
  readonly carried: number
  readonly branches: readonly string[]
  readonly commits: number
  readonly isExchanged: boolean
  readonly named: 'worktree' | 'clone' | null
  readonly setting: 'joined' | 'separate' | null
}

/** `14 files with equal content, 3 changes carried over, branch fix/lamps`. */
export const checkoutEvidence = ({ files, carried, branches, commits, isExchanged, named, setting }: CheckoutEvidence): string => {
  const [branch] = branches
  const parts = [
    setting === null ? '' : 'set by a person',
    named === null ? '' : named === 'worktree' ? 'git worktree' : 'git clone',
    files === 0 ? '' : `${countOf(files, 'file')} with equal content`,
    carried === 0 ? '' : `${countOf(carried, 'change')} of agents seen in both`,
    commits === 0 ? '' : `${countOf(commits, 'commit')} of Git in both${isExchanged ? ', made in each' : ''}`,
    branch === undefined ? '' : branches.length === 1 ? `branch ${branch}` : `${branches.length} branches`,
  ].filter((part) => part !== '')
  return parts.length === 0 ? 'no evidence' : parts.join(', ')
}
