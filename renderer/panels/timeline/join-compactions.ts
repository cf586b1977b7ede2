/** A compaction drawn as one bar, also when the client wrote other records between its boundary and its summary. */
import type { LaneSpan } from '../../../app/contract/timeline.ts'

/** Records of one compaction follow each other within this time, milliseconds. */
const withinMs = 1000

/** Index of the last span of the compaction that begins at `first`. */
const lastOf = (spans: readonly LaneSpan[], first: number): number => {
  let last = first
  for (let place = first + 1; place < spans.length; place += 1) {
    const [span, end] = [spans[place], spans[last]?.endAt ?? 0]
    if (span === undefined || span.startAt - end > withinMs) return last
    if (span.state === 'compaction') last = place
  }
  return last
}

/** Spans in order of their start. Those between two parts of a compaction are part of its bar. */
export const joinCompactions = (spans: readonly LaneSpan[]): readonly LaneSpan[] => {
  const joined: LaneSpan[] = []
  for (let place = 0; place < spans.length; place += 1) {
    const span = spans[place]
    if (span === undefined) break
    const last = span.state === 'compaction' ? lastOf(spans, place) : place
    joined.push(last === place ? span : { ...span, endAt: Math.max(span.endAt, spans[last]?.endAt ?? 0) })
    place = last
  }
  return joined
}
