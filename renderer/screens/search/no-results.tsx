/** Nothing was found: which part of the search excludes everything. */
import { useEffect, useState, type ReactNode } from 'react'
import { partsOf, withoutPart, type SearchPart } from '../../../app/model/search/edit-search.ts'
import { countOf } from '../../../app/model/format/count.ts'
import { ask } from '../../ui/calls/bridge.ts'
import { machineZone } from '../../ui/format/machine-zone.ts'
import { Empty } from '../../ui/layout/async-states.tsx'
import { Button } from '../../ui/layout/button.tsx'

/** The search with less. */
interface Wider {
  /** What is left out. */
  readonly without: string
  readonly text: string
  readonly total: number
  readonly isExact: boolean
}

/** Parts that are tried, each with a search. */
const mostParts = 6

const totalOf = async (text: string): Promise<Pick<Wider, 'total' | 'isExact'>> => {
  const { total, isTotalExact } = await ask('search.run', { text, zone: machineZone(), limit: 1, hits: 1 })
  return { total, isExact: isTotalExact }
}

const without = async (text: string, parts: readonly SearchPart[]): Promise<Wider> => {
  const wider = [...parts].reverse().reduce(withoutPart, text)
  return { without: parts.map((part) => part.text).join(' '), text: wider, ...(await totalOf(wider)) }
}

/** Where no part alone excludes everything: all parts that find nothing by themselves. */
const withoutEmpty = async (text: string, parts: readonly SearchPart[]): Promise<readonly Wider[]> => {
  const alone = await Promise.all(parts.map(async (part) => ({ part, ...(await totalOf(part.text)) })))
  const empty = alone.filter(({ part, total }) => total === 0 && !part.text.startsWith('-')).map(({ part }) => part)
  return empty.length < 2 || empty.length === parts.length ? [] : [await without(text, empty)]
}

const widerSearches = async (text: string): Promise<readonly Wider[]> => {
  const parts = partsOf(text).slice(0, mostParts)
  const each = await Promise.all(parts.map((part) => without(text, [part])))
  const helpful = each.filter(({ total }) => total > 0)
  return helpful.length > 0 ? helpful : (await withoutEmpty(text, parts)).filter(({ total }) => total > 0)
}

interface NoResultsProps {
  readonly text: string
  readonly onText: (text: string) => void
}

export const NoResults = ({ text, onText }: NoResultsProps): ReactNode => {
  const wider = useWider(text)
  const isOne = partsOf(text).length < 2
  return (
    <Empty
      title="No matches"
      actions={wider?.map((one) => (
        <Button
          key={one.text}
          label={`Without ${one.without}: ${one.isExact ? '' : 'about '}${countOf(one.total, 'session')}`}
          onPress={() => onText(one.text)}
        />
      ))}
    >
      {isOne ? 'Try another word, or the beginning of one with a star.' : wider?.length === 0 ? 'Try fewer words or filters.' : undefined}
    </Empty>
  )
}

/** Undefined: not known yet. */
const useWider = (text: string): readonly Wider[] | undefined => {
  const [found, setFound] = useState<{ readonly text: string; readonly wider: readonly Wider[] }>()
  useEffect(() => {
    if (partsOf(text).length < 2) return undefined
    let isCurrent = true
    widerSearches(text).then(
      (wider) => isCurrent && setFound({ text, wider }),
      // Without this help the search says only that it found nothing.
      () => isCurrent && setFound({ text, wider: [] }),
    )
    return () => {
      isCurrent = false
    }
  }, [text])
  return found?.text === text ? found.wider : undefined
}
