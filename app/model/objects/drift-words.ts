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
