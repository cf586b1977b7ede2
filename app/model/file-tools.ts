/** Tools of the client that are given a file, by what they do with it. */

export const fileChangers = ['Write', 'Edit', 'MultiEdit', 'NotebookEdit'] as const
export const fileReaders = ['Read', 'NotebookRead'] as const
/** The path that these are given says where they look. */
export const fileFinders = ['Grep', 'Glob', 'LS'] as const
