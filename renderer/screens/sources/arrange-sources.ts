/** The order of imported files. */
import type { SourceView } from '../../../app/contract/sources.ts'

/** Filters and sorts the list of imported files. */
export interface SourceOrder {
  readonly by: string
  readonly descending: boolean
}

const fields: Readonly<Record<string, (source: SourceView) => number | string>> = {
  file: (source) => source.file,
  bytes: (source) => source.bytes,
  lines: (source) => source.lines,
  records: (source) => source.records,
  problems: (source) => source.problems,
}

/** Files whose name or session contains `text`, in `order`; equal ones by name. */
export const arrangeSources = (sources: readonly SourceView[], text: string | undefined, order: SourceOrder): readonly SourceView[] => {
  const wanted = text?.toLowerCase()
  const shown =
    wanted === undefined
      ? [...sources]
      : sources.filter((source) => `${source.path} ${source.sessionId ?? ''}`.toLowerCase().includes(wanted))
  const field = fields[order.by] ?? ((source: SourceView): string => source.file)
  const sign = order.descending ? -1 : 1
  return shown.sort((a, b) => sign * compare(field(a), field(b)) || compare(a.file, b.file))
}

const compare = (a: number | string, b: number | string): number => {
  if (a === b) return 0
  return a < b ? -1 : 1
}
