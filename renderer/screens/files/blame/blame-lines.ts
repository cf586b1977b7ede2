/** The lines of a blame with what is not known between them, and where each line comes from. */
import type { BlameView, LineOrigin, LineSource } from '../../../../app/contract/objects.ts'
import { formatCount } from '../../../../app/model/format/count.ts'
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

export const sourceWords: Readonly<Record<LineSource, string>> = {
  agent: 'Written by an agent',
  outside: 'Not written by an agent: it was in the file when an agent saw it',
  unclear: 'Unclear: an agent had changed a part of the file that no record shows',
}

/** Who wrote a line. */
export const writerOf = ({ source, agent }: LineOrigin): string => {
  if (source === 'outside') return 'not an agent'
  if (source === 'unclear') return 'unclear'
  return agent.agentId === null ? 'agent' : (agent.agentType ?? 'sub-agent')
}

/** `120 lines by agents, 30 not by an agent`. */
export const sourceCounts = (rows: readonly BlameRow[]): string => {
  const counts: Record<LineSource, number> = { agent: 0, outside: 0, unclear: 0 }
  for (const row of rows) if (row.kind === 'line' && row.origin !== undefined) counts[row.origin.source] += 1
  const words = { agent: 'by agents', outside: 'not by an agent', unclear: 'unclear' } as const
  return (['agent', 'outside', 'unclear'] as const)
    .filter((source) => counts[source] > 0)
    .map((source, place) => `${formatCount(counts[source])}${place === 0 ? ' lines' : ''} ${words[source]}`)
    .join(', ')
}
