/** Nothing was found: which part of the search excludes everything. */
import { useEffect, useState, type ReactNode } from 'react'
import { partsOf, withoutPart } from '../../../app/model/edit-search.ts'
import { countOf } from '../../../app/model/format/count.ts'
import { ask } from '../../ui/calls/bridge.ts'
import { machineZone } from '../../ui/format/machine-zone.ts'
import { Empty } from '../../ui/layout/async-states.tsx'
import { Button } from '../../ui/layout/button.tsx'

/** The search with one part less. */
interface Wider {
  readonly part: string
  readonly text: string
  readonly total: number
  readonly isExact: boolean
}

/** Parts that are tried, each with a search. */
const mostParts = 6

const withoutEach = (text: string): Promise<readonly Wider[]> =>
  Promise.all(
    partsOf(text)
      .slice(0, mostParts)
      .map(async (part) => {
        const wider = withoutPart(text, part)
        const { total, isTotalExact } = await ask('search.run', { text: wider, zone: machineZone(), limit: 1, hits: 1 })
        return { part: part.text, text: wider, total, isExact: isTotalExact }
      }),
  )

interface NoResultsProps {
  readonly text: string
  readonly onText: (text: string) => void
}

export const NoResults = ({ text, onText }: NoResultsProps): ReactNode => {
  const wider = useWider(text)
  const helpful = wider.filter(({ total }) => total > 0)
  const isOne = partsOf(text).length < 2
  return (
    <Empty
      title="No matches"
      actions={helpful.map(({ part, text: without, total, isExact }) => (
        <Button
          key={without}
          label={`Without ${part}: ${isExact ? '' : 'about '}${countOf(total, 'session')}`}
          onPress={() => onText(without)}
        />
      ))}
    >
      {isOne ? 'Try another word, or its beginning with a star.' : helpful.length === 0 ? 'Try fewer words or filters.' : 'Drop a part of the search:'}
    </Empty>
  )
}

const useWider = (text: string): readonly Wider[] => {
  const [found, setFound] = useState<{ readonly text: string; readonly wider: readonly Wider[] }>()
  useEffect(() => {
    if (partsOf(text).length < 2) return undefined
    let isCurrent = true
    withoutEach(text).then(
      (wider) => isCurrent && setFound({ text, wider }),
      // Without this help the search says only that it found nothing.
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [text])
  return found?.text === text ? found.wider : []
}
