/** Nothing was found: which part of the search excludes everything. */
import { useEffect, useState, type ReactNode } from 'react'
import type { WiderSearch } from '../../../app/contract/search.ts'
import { filterValues, partsOf } from '../../../app/model/search/edit-search.ts'
import { filterNames } from '../../../app/model/search/search-query.ts'
import { countOf } from '../../../app/model/format/count.ts'
import { ask } from '../../ui/calls/bridge.ts'
import { machineZone } from '../../ui/format/machine-zone.ts'
import { Empty } from '../../ui/layout/async-states.tsx'
import { useUnreadable } from '../../ui/layout/unreadable.tsx'
import { Button } from '../../ui/layout/button.tsx'

interface NoResultsProps {
  readonly text: string
  /** Something of it could be read. */
  readonly isAsked: boolean
  /** Nothing was left unread. */
  readonly isExact: boolean
  readonly onText: (text: string) => void
}

export const NoResults = ({ text, isAsked, isExact, onText }: NoResultsProps): ReactNode => {
  const wider = useWider(text)
  const unreadable = useUnreadable()
  const advice = adviceFor(text, wider)
  return (
    <Empty
      title={isAsked ? `No matches${isExact ? '' : ' so far'}` : 'Nothing to search for'}
      actions={wider?.map((one) => (
        <Button
          key={one.text}
          label={`Without ${one.without}: ${one.isTotalExact ? '' : 'at least '}${countOf(one.total, 'session')}`}
          onPress={() => onText(one.text)}
        />
      ))}
    >
      {unreadable === undefined ? advice : `Not everything was searched: ${unreadable} ${advice ?? ''}`}
    </Empty>
  )
}

const adviceFor = (text: string, wider: readonly WiderSearch[] | undefined): string | undefined => {
  if (partsOf(text).length > 1) return wider?.length === 0 ? 'Try fewer words or filters.' : undefined
  const isFilter = filterNames.some((name) => filterValues(text, name).length > 0)
  return isFilter ? 'Try another value of the filter.' : 'Try another word, or the beginning of one with a star.'
}

/** Undefined: not known yet. */
const useWider = (text: string): readonly WiderSearch[] | undefined => {
  const [found, setFound] = useState<{ readonly text: string; readonly wider: readonly WiderSearch[] }>()
  useEffect(() => {
    if (partsOf(text).length < 2) return undefined
    let isCurrent = true
    ask('search.wider', { text, zone: machineZone() }).then(
      ({ wider }) => isCurrent && setFound({ text, wider }),
      // Without this help the search says only that it found nothing.
      () => isCurrent && setFound({ text, wider: [] }),
    )
    return () => {
      isCurrent = false
    }
  }, [text])
  return found?.text === text ? found.wider : undefined
}
