/** The changes between two versions of a file. */
import { useMemo, type ReactNode } from 'react'
import { formatCount } from '../../../../app/model/format/count.ts'
import { knownLines } from '../../../../app/model/objects/known-lines.ts'
import { Empty, Loaded } from '../../../ui/layout/async-states.tsx'
import { useVersionFile } from '../lines/known-file.ts'
import { unknownLines, type ShownFile } from '../lines/version-file.ts'
import type { FileLife, LifeVersion } from '../versions/file-life.ts'
import { compareLines, type Comparison } from './compare-lines.ts'
import { DiffList } from './diff-list.tsx'

export interface DiffFaceProps {
  readonly life: FileLife
  readonly session: string | undefined
  /** undefined: there is none before. */
  readonly before: LifeVersion | undefined
  readonly after: LifeVersion
}

export const DiffFace = (props: DiffFaceProps): ReactNode => {
  const { before } = props
  if (before === undefined)
    return <Empty title="First version">No version is known before this one. Choose a later one as version B.</Empty>
  return <Versions {...props} before={before} />
}

interface VersionsProps extends DiffFaceProps {
  readonly before: LifeVersion
}

const Versions = ({ life, session, before, after }: VersionsProps): ReactNode => {
  const old = useVersionFile(life.path, before, session)
  const now = useVersionFile(life.path, after, session)
  return (
    <Loaded call={old} what="Reading version A">
      {(one) => (
        <Loaded call={now} what="Reading version B">
          {(other) => <Compared path={life.path} before={one} after={other} />}
        </Loaded>
      )}
    </Loaded>
  )
}

interface ComparedProps {
  readonly path: string
  readonly before: ShownFile
  readonly after: ShownFile
}

/** Why a version cannot be compared; undefined: it can. */
const missingText = (file: ShownFile, name: 'A' | 'B'): string | undefined => {
  const missing = unknownLines(file)
  if (missing === undefined) return undefined
  if (missing === 'unknown') return `No line of version ${name} is known.`
  return `The lines of version ${name} are not available: only the last version of a record has its lines.`
}

const Compared = ({ path, before, after }: ComparedProps): ReactNode => {
  const comparison = useMemo(() => compareLines(knownLines(before), knownLines(after)), [before, after])
  const missing = missingText(before, 'A') ?? missingText(after, 'B')
  if (missing !== undefined) return <Empty title="Cannot compare">{missing}</Empty>
  const end = endText(before, after)
  const isSame = comparison.added + comparison.removed === 0 && !comparison.isPartial
  return (
    <>
      {isSame ? (
        <Empty title={end === '' ? 'No difference' : 'No changed lines'}>{end === '' ? 'Both versions have the same content.' : end}</Empty>
      ) : (
        <DiffList path={path} comparison={comparison} />
      )}
      <div className="file-foot" role="status">
        <span>
          <span className="diff-added">+{formatCount(comparison.added)}</span>{' '}
          <span className="diff-deleted">−{formatCount(comparison.removed)}</span>{' '}
          {comparison.added + comparison.removed === 1 ? 'line' : 'lines'}
        </span>
        <span className="faint">{noteText(comparison, isSame ? '' : end)}</span>
      </div>
    </>
  )
}

const endsWithLine = ({ content }: ShownFile): boolean | undefined =>
  content === null || content === '' ? undefined : content.endsWith('\n')

/** A line feed at the end of a file is no line. */
const endText = (before: ShownFile, after: ShownFile): string => {
  const [old, now] = [endsWithLine(before), endsWithLine(after)]
  if (old === undefined || now === undefined || old === now) return ''
  return `Only version ${now ? 'B' : 'A'} ends with a line feed.`
}

const noteText = ({ isPartial }: Comparison, end: string): string =>
  [isPartial ? 'Lines that are known in one version only, and changes beside them, are not compared.' : '', end]
    .filter((part) => part !== '')
    .join(' ')
