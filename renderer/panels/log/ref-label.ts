/** Names of refs as badges: short, the kind shown by the word. */
import type { RefView } from '../../../app/contract/commits.ts'

export interface RefLabel {
  readonly text: string
  readonly look: 'plain' | 'accent' | 'ok' | 'warn'
}

/** `session/<id>` is the tip of the main chain; an agent's ref ends in its id; forks and tags keep their names. */
export const refLabel = ({ kind, name }: RefView): RefLabel => {
  const parts = name.split('/')
  switch (kind) {
    case 'session':
      return { text: 'tip', look: 'accent' }
    case 'agent':
      return { text: `agent ${shortId(parts.at(-1) ?? '')}`, look: 'plain' }
    case 'rewind':
      return { text: `rewound ${parts.at(-1) ?? ''}`, look: 'warn' }
    case 'fork':
    case 'tag':
      return { text: `${kind} ${parts.slice(1).join('/')}`, look: 'ok' }
    default:
      return { text: name, look: 'plain' }
  }
}

/** The first eight characters of an id. */
const shortId = (id: string): string => id.slice(0, 8)

/** Names of refs where there is room for words. */
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

/** `claude-sonnet-4-5-20250929` → `sonnet-4-5`. */
export const modelName = (model: string): string => model.replace(/^claude-/, '').replace(/-\d{8}$/, '')
