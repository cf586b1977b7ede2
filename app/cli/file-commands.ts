/** Commands about files as agents knew them. */
import type { CommandEntry } from './commands/command.ts'

/** In the order of `strata help`. */
export const fileCommands: readonly CommandEntry[] = [
  {
    name: 'file',
    description: 'Show a file as an agent knew it, and its versions',
    load: async () => (await import('./commands/file.ts')).fileCommand,
  },
  {
    name: 'blame',
    description: 'Show who wrote each line of a file: commit, agent and prompt',
    load: async () => (await import('./commands/blame.ts')).blameCommand,
  },
  {
    name: 'checkout',
    description: 'Write the files as known at a commit to a folder',
    load: async () => (await import('./commands/checkout.ts')).checkoutCommand,
  },
  {
    name: 'drift',
    description: 'Compare the files on disk with those known at a commit',
    load: async () => (await import('./commands/drift.ts')).driftCommand,
  },
  {
    name: 'track',
    description: 'Add versions of files that change on disk while agents work, until Ctrl-C',
    load: async () => (await import('./commands/track.ts')).trackCommand,
  },
]
