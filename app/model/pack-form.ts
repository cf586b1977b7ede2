/** What a budget makes of a part of a context or an export. */

export type PackForm = 'full' | 'compact' | 'left_out' | 'truncated'

/** As people read it. */
export const formWords: Readonly<Record<PackForm, string>> = {
  full: 'full',
  compact: 'shortened',
  left_out: 'excluded',
  truncated: 'truncated',
}
