/** Names of refs where there is room for words. */
import type { RefView } from '../../../app/contract/commits.ts'

export const refName = ({ kind, name }: RefView): string => {
  const end = name.split('/').at(-1) ?? name
  switch (kind) {
    case 'session':
      return 'Main chain'
    case 'agent':
      return `Sub-agent ${end}`
    case 'rewind':
      return `Abandoned by rewind ${end}`
    default:
      return name
  }
}
