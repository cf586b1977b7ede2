/** The commands that keep, check and repair a store. */
import type { CommandGroup } from './commands/command.ts'

export const maintainCommands: CommandGroup = {
  title: 'Maintain:',
  commands: [
    {
      name: 'filesystem',
      description: 'Name the file systems that transcripts come from',
      load: async () => (await import('./commands/filesystem.ts')).filesystemCommand,
    },
    {
      name: 'repository',
      description: 'Join or separate folders that are checkouts of one repository',
      load: async () => (await import('./commands/repository.ts')).repositoryCommand,
    },
    {
      name: 'restore',
      description: 'Write source files back, byte for byte, as last imported',
      load: async () => (await import('./commands/restore.ts')).restoreCommand,
    },
    {
      name: 'remove',
      description: 'List what removing sessions means; with --yes, remove them',
      load: async () => (await import('./commands/remove.ts')).removeCommand,
    },
    {
      name: 'gc',
      description: 'List replaced commits and unused artifacts; with --yes, remove them',
      load: async () => (await import('./commands/gc.ts')).gcCommand,
    },
    {
      name: 'expire',
      description: 'Remove ephemeral and least recently used sessions, within a size limit',
      load: async () => (await import('./commands/expire.ts')).expireCommand,
    },
    {
      name: 'verify',
      description: 'Check every byte of the store against its hash',
      load: async () => (await import('./commands/verify.ts')).verifyCommand,
    },
    {
      name: 'reindex',
      description: 'Build the index again from the packs and the journal',
      load: async () => (await import('./commands/reindex.ts')).reindexCommand,
    },
    {
      name: 'repair',
      description: 'Replace damaged packs, keep their files, and list what is lost',
      load: async () => (await import('./commands/repair.ts')).repairCommand,
    },
    {
      name: 'doctor',
      description: 'Check the transcript folders and the store, and explain why nothing shows',
      load: async () => (await import('./commands/doctor.ts')).doctorCommand,
    },
    {
      name: 'settings',
      description: 'Show or change the settings of this store on this machine',
      load: async () => (await import('./commands/settings.ts')).settingsCommand,
    },
    { name: 'open', description: 'Open the window', load: async () => (await import('./commands/open.ts')).openCommand },
  ],
}
