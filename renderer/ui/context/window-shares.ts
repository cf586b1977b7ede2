/** The parts of a context window by what they are, and what is free. */
import type { KindShare, RequestView } from '../../../app/contract/context.ts'
import type { RequestPartKind } from '../../../app/model/request-part.ts'

export type ShareName = 'system' | 'unrecorded' | 'added' | 'summary' | 'prompt' | 'response' | 'thinking' | 'call' | 'result' | 'media'

interface ShareLook {
  readonly name: ShareName
  readonly title: string
  readonly kinds: readonly RequestPartKind[]
}

/** In the order in which they are drawn. */
const looks: readonly ShareLook[] = [
  { name: 'system', title: 'System prompt and tools', kinds: ['system_prompt', 'tools'] },
  { name: 'unrecorded', title: 'Not recorded', kinds: ['not_recorded'] },
  { name: 'added', title: 'Rules, lists and reminders', kinds: ['instructions', 'listing', 'injection'] },
  { name: 'summary', title: 'Summary of a compaction', kinds: ['summary'] },
  { name: 'prompt', title: 'Prompts', kinds: ['prompt'] },
  { name: 'response', title: 'Responses', kinds: ['response'] },
  { name: 'thinking', title: 'Thinking', kinds: ['thinking'] },
  { name: 'call', title: 'Tool calls', kinds: ['call'] },
  { name: 'result', title: 'Tool results', kinds: ['result'] },
  { name: 'media', title: 'Pictures and documents', kinds: ['image', 'document'] },
]

export interface WindowShare {
  readonly name: ShareName
  readonly title: string
  readonly items: number
  readonly tokens: number
}

/** Shares without items are excluded. */
export const windowShares = (kinds: readonly KindShare[]): readonly WindowShare[] =>
  looks
    .map(({ name, title, kinds: own }) => {
      const shares = kinds.filter(({ kind }) => own.includes(kind))
      const sum = (of: (share: KindShare) => number): number => shares.reduce((so, share) => so + of(share), 0)
      return { name, title, items: sum(({ items }) => items), tokens: sum(({ tokens }) => tokens ?? 0) }
    })
    .filter(({ items }) => items > 0)

export const shareOfKind = (kind: RequestPartKind): ShareName => looks.find(({ kinds }) => kinds.includes(kind))?.name ?? 'unrecorded'

/** Tokens that are free; undefined: the window, or what is in it, is not known. */
export const freeTokens = ({ tokens, window }: Pick<RequestView, 'tokens' | 'window'>): number | undefined =>
  tokens === null || window === null ? undefined : Math.max(0, window - tokens)

/** `12.3 %`; less than a tenth of a percent is said so. */
export const percentOf = (part: number, whole: number): string => {
  const percent = whole === 0 ? 0 : (100 * part) / whole
  return percent > 0 && percent < 0.05 ? '< 0.1 %' : `${percent.toFixed(1)} %`
}
