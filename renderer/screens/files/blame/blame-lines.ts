/** The lines of a blame with what is not known between them, and where each line comes from. */
import type { BlameView, LineOrigin, LineSource } from '../../../../app/contract/objects.ts'
import { countOf, formatCount } from '../../../../app/model/format/count.ts'
import type { LineGap } from '../../../../app/model/objects/known-lines.ts'

export interface BlameLine {
  readonly kind: 'line'
  readonly number: number
  readonly text: string
  /** undefined: no transcript has the line. */
  readonly origin: LineOrigin | undefined
  /** Whether the line above comes from another record. */
  readonly isFirst: boolean
}

export type BlameRow = BlameLine | LineGap

export const blameRows = ({ lines, gaps, origins }: BlameView): readonly BlameRow[] => {
  const rows: BlameRow[] = []
  let gap = 0
  let before: number | null | undefined
  for (const { number, text, origin } of lines) {
    for (let next = gaps[gap]; next !== undefined && next.from < number; next = gaps[gap]) {
      rows.push({ kind: 'gap', ...next })
      gap += 1
      before = undefined
    }
    rows.push({ kind: 'line', number, text, origin: origin === null ? undefined : origins[origin], isFirst: origin !== before })
    before = origin
  }
  for (const left of gaps.slice(gap)) rows.push({ kind: 'gap', ...left })
  return rows
}

const sourceWords: Readonly<Record<LineSource, string>> = {
  agent: 'Written by an agent',
  elsewhere: 'Written by an agent in another checkout',
  outside: 'Written by a person or a command: it was not there before, and no call wrote it',
  before: 'There when the file was first seen: from before the first record',
  unclear: 'Unknown: an agent had changed a part of the file that no record shows, or had written such a line before',
}

/** How a line came into the file, and which checkout an agent wrote it in. */
export const sourceText = ({ source, checkout }: LineOrigin): string =>
  source === 'elsewhere' && checkout !== null ? `${sourceWords.elsewhere} (${checkout})` : sourceWords[source]

/** Who wrote a line. */
export const writerOf = ({ source, agent }: LineOrigin): string => {
  if (source === 'outside') return 'person or command'
  if (source === 'before') return 'there before'
  if (source === 'unclear') return 'unknown'
  const name = agent.agentId === null ? 'agent' : (agent.agentType ?? 'sub-agent')
  return source === 'elsewhere' ? `${name} elsewhere` : name
}

const countWords = {
  agent: 'by agents',
  elsewhere: 'by agents elsewhere',
  outside: 'by a person or a command',
  before: 'there when first seen',
  unclear: 'unknown',
} as const

/** `120 lines by agents, 30 there when first seen`. */
export const sourceCounts = (rows: readonly BlameRow[]): string => {
  const counts: Record<LineSource, number> = { agent: 0, elsewhere: 0, outside: 0, before: 0, unclear: 0 }
  for (const row of rows) if (row.kind === 'line' && row.origin !== undefined) counts[row.origin.source] += 1
  return (['agent', 'elsewhere', 'outside', 'before', 'unclear'] as const)
    .filter((source) => counts[source] > 0)
    .map((source, place) => `${place === 0 ? countOf(counts[source], 'line') : formatCount(counts[source])} ${countWords[source]}`)
    .join(', ')
}
