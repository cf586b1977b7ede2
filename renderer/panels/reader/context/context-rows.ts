/** The items of a context as a list: which are shown, and in which order. */
import type { RequestPart, RequestView } from '../../../../app/contract/context.ts'
import type { ContextOwner } from '../../../../app/model/context-owner.ts'
import { formatCount } from '../../../../app/model/format/count.ts'
import { ownerNames } from '../../../../app/model/format/request-names.ts'
import { isRepetition, isUnreferred } from '../../../../app/model/request-marks.ts'
import type { TableSort } from '../../../ui/table/table-head.tsx'

export type PartSet = 'all' | 'repeated' | 'unreferred'

export const partSets = ({ all, marked }: RequestView): readonly (readonly [PartSet, string])[] => [
  ['all', `All ${formatCount(all.items)}`],
  ['repeated', `Repeated ${formatCount(marked.repeated.items)}`],
  ['unreferred', `Not named again ${marked.judged.items === 0 ? 'n/a' : formatCount(marked.unreferred.items)}`],
]

const isIn: Readonly<Record<PartSet, (part: RequestPart) => boolean>> = {
  all: () => true,
  repeated: isRepetition,
  unreferred: isUnreferred,
}

const weightOf = ({ tokens, chars }: RequestPart): number => tokens ?? chars ?? 0

const byField: Readonly<Record<string, (part: RequestPart) => number>> = {
  tokens: weightOf,
  age: ({ age }) => age,
  place: ({ place }) => place,
}

/** Equal ones in the order of the request. */
export const shownParts = (parts: readonly RequestPart[], set: PartSet, { by, descending }: TableSort): readonly RequestPart[] => {
  const valueOf = byField[by] ?? weightOf
  const sign = descending ? -1 : 1
  return parts.filter(isIn[set]).sort((a, b) => sign * (valueOf(a) - valueOf(b)) || a.place - b.place)
}

/** `tool: Read`; of a person only the kind. */
export const ownerText = ({ kind, name }: ContextOwner): string => (kind === 'person' ? ownerNames.person : `${ownerNames[kind]}: ${name}`)
