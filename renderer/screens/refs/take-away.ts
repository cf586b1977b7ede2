/** Takes a name or a pin away, and gives it back. */
import { ask } from '../../ui/calls/bridge.ts'
import type { GivenName } from './name-list.ts'

export const takeAway = async ({ kind, key, commitId }: GivenName): Promise<void> => {
  if (kind === 'pin') await ask('commit.pin', { commitId, pinned: false })
  else await ask('ref.remove', { name: key })
}

export const giveAgain = async ({ kind, name, commitId }: GivenName): Promise<void> => {
  if (kind === 'pin') await ask('commit.pin', { commitId, pinned: true })
  else await ask('ref.set', { kind, name, commitId })
}
