/** Texts for the state of files on disk. */

/** How a file on disk differs from its known content, in words. Those that differ come first. */
export const driftWords = {
  changed: 'changed',
  deleted: 'deleted',
  created: 'created',
  unreadable: 'not readable',
  unknown: 'not known',
  elsewhere: 'elsewhere',
  unchanged: 'unchanged',
} as const

/** Why a checkout does not write a file, in words. */
export const skipReasons = {
  partial: 'only some lines are known',
  unknown: 'no line is known',
  'not-absolute': 'the path is not absolute',
  'reserved-name': 'the name is reserved',
  'bad-character': 'the path contains a character that file names cannot have',
  'too-long': 'the path is too long',
  'same-name': 'a newer file has the same name',
  'file-and-folder': 'a file and a folder have the same name',
} as const
