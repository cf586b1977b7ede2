/** The columns of the lists of texts, sessions and files. */
import type { ReactNode } from 'react'
import type { ReasonGroup, ReasoningHit } from '../../../app/contract/reasoning.ts'
import { countOf, formatCount } from '../../../app/model/format/count.ts'
import { formatAge, formatInstant } from '../../../app/model/format/instant.ts'
import { useNow } from '../../ui/calls/use-now.ts'
import { baseName, projectName } from '../../ui/format/format-path.ts'
import { ValueOrNotAvailable } from '../../ui/layout/not-available.tsx'
import { PathText } from '../../ui/layout/path-text.tsx'
import { StatusBadge, TypeBadge, typeText } from '../../ui/reasoning/reason-badges.tsx'
import type { Column } from '../../ui/table/table-head.tsx'

const noTime = 'The record has no readable time'

const Ago = ({ at }: { readonly at: number }): ReactNode => {
  const now = useNow()
  return <span title={formatInstant(at)}>{formatAge(at, now)}</span>
}

const age = (at: number | null): ReactNode => <ValueOrNotAvailable value={at} reason={noTime} format={(known) => <Ago at={known} />} />

const fileNames = ({ files }: ReasoningHit): ReactNode =>
  files.length === 0 ? (
    <span className="faint">none</span>
  ) : (
    <span title={files.join('\n')}>
      {baseName(files[0] ?? '')}
      {files.length > 1 ? <span className="faint"> and {formatCount(files.length - 1)} more</span> : null}
    </span>
  )

const kind: Column<ReasoningHit> = {
  id: 'type',
  title: 'Type',
  width: '92px',
  hint: 'A guess by words; *: a person corrected it',
  cell: ({ type, typeByRule }) => (
    <>
      <TypeBadge type={type} />
      {typeByRule === null ? null : <span title={`Corrected: by its words it is ${typeText(typeByRule)}`}> *</span>}
    </>
  ),
}
const summary = (width: string): Column<ReasoningHit> => ({
  id: 'text',
  title: 'Summary',
  width,
  cell: ({ found }) => <span title={found}>{found}</span>,
})
const became: Column<ReasoningHit> = {
  id: 'status',
  title: 'Status',
  width: '104px',
  hint: 'What became of it, as far as a later record shows it',
  cell: ({ status }) => <StatusBadge status={status} />,
}
const when: Column<ReasoningHit> = { id: 'age', title: 'Age', width: '84px', align: 'end', cell: ({ occurredAt }) => age(occurredAt) }

export const textColumns: readonly Column<ReasoningHit>[] = [
  kind,
  summary('minmax(220px, 3fr)'),
  became,
  {
    id: 'files',
    title: 'Files',
    width: 'minmax(110px, 1fr)',
    hint: 'Files that the calls after it were given, up to the next decision, rejection or trade-off',
    cell: fileNames,
  },
  { id: 'session', title: 'Session', width: 'minmax(110px, 1fr)', cell: ({ title }) => <span title={title}>{title}</span> },
  when,
]

/** Beside another list. */
export const narrowTextColumns: readonly Column<ReasoningHit>[] = [kind, summary('minmax(130px, 1fr)'), became, when]

/** Beside a graph, which has the dates. */
export const graphTextColumns: readonly Column<ReasoningHit>[] = [kind, summary('minmax(120px, 1fr)'), became]

/** `6 decisions, 3 rejections, 1 trade-off` */
const choicesText = ({ decisions, rejections, tradeoffs }: ReasonGroup): string =>
  [countOf(decisions, 'decision'), countOf(rejections, 'rejection'), countOf(tradeoffs, 'trade-off')].join(', ')

const counts: readonly Column<ReasonGroup>[] = [
  {
    id: 'texts',
    title: 'Texts',
    width: '64px',
    align: 'end',
    cell: (group) => <span title={choicesText(group)}>{formatCount(group.texts)}</span>,
  },
  { id: 'age', title: 'Age', width: '84px', align: 'end', hint: 'Of the newest text', cell: ({ lastAt }) => age(lastAt) },
]

const names: Readonly<Record<'session' | 'file', Column<ReasonGroup>>> = {
  session: {
    id: 'name',
    title: 'Session',
    width: 'minmax(140px, 1fr)',
    cell: ({ name, project }) => <span title={`${name} · ${projectName(project)}`}>{name}</span>,
  },
  file: { id: 'name', title: 'File', width: 'minmax(140px, 1fr)', cell: ({ name }) => <PathText path={name} /> },
}

export const groupColumns = (by: 'session' | 'file'): readonly Column<ReasonGroup>[] => [names[by], ...counts]
