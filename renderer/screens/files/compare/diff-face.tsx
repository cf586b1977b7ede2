/** What changed between two versions of a file. */
import type { ReactNode } from 'react'
import { countOf, formatCount } from '../../../../app/model/format/count.ts'
import { Empty, Loaded, Pending } from '../../../ui/layout/async-states.tsx'
import { useVersionFile, type ShownFile } from '../lines/known-file.ts'
import type { FileLife, LifeVersion } from '../versions/file-life.ts'
import type { Comparison } from './compare-lines.ts'
import { DiffList } from './diff-list.tsx'
import { useComparison } from './use-comparison.ts'

export interface DiffFaceProps {
  readonly life: FileLife
  readonly session: string | undefined
  /** undefined: there is none before. */
  readonly before: LifeVersion | undefined
  readonly after: LifeVersion
}

export const DiffFace = (props: DiffFaceProps): ReactNode => {
  const { before } = props
  if (before === undefined) return <Empty title="First version">No version is known before this one. Choose another one to compare.</Empty>
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

const isUnknown = ({ isThere, ranges }: ShownFile): boolean => isThere && ranges.length === 0

const Compared = ({ path, before, after }: ComparedProps): ReactNode => {
  const comparison = useComparison(before, after)
  if (isUnknown(before)) return <Empty title="Cannot compare">No line of version A is known.</Empty>
  if (isUnknown(after)) return <Empty title="Cannot compare">No line of version B is known.</Empty>
  if (comparison === undefined) return <Pending what="Comparing the versions" />
  const end = endText(before, after)
  const isSame = comparison.added + comparison.removed === 0 && !comparison.isPartial
  return (
    <>
      {isSame ? (
        <Empty title={end === '' ? 'No difference' : 'No different line'}>
          {end === '' ? 'Both versions have the same content.' : end}
        </Empty>
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

const noteText = ({ isPartial, isCoarse, lines }: Comparison, end: string): string =>
  [
    isPartial ? 'Lines that are known in one version only, and changes beside them, are not compared.' : '',
    isCoarse ? `The versions differ too much: ${countOf(lines.length, 'line')} as removed and added.` : '',
    end,
  ]
    .filter((part) => part !== '')
    .join(' ')
