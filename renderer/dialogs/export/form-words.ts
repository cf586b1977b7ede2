/** What became of a part of an export. */
export const formWords = { full: 'full', compact: 'shortened', left_out: 'excluded', truncated: 'truncated' } as const
