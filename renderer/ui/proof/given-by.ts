/** Names for the kinds of evidence that give a file a version. */

const names: Readonly<Record<string, string>> = {
  read: 'Read',
  write: 'Write',
  edit: 'Edit',
  notebook: 'Notebook',
  mention: 'Mention',
  backup: 'Backup',
  output: 'Output',
  deletion: 'Deletion',
  move: 'Move',
  copy: 'Copy',
}

/** The tool that gave a file a version, or the other evidence that showed it. */
export const givenByName = (by: string): string => names[by] ?? by

const changing = new Set(['write', 'edit', 'deletion', 'move', 'copy'])

/** Whether the agent changed the file, and did not only see it. */
export const isChange = (by: string): boolean => changing.has(by)
