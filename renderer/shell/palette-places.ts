/** Places that the palette knows without asking: boards, settings and saved filters. Questions are asked for once. */
import { useEffect, useState } from 'react'
import type { ListedMetric } from '../../app/contract/analytics.ts'
import { analyticsAddress } from '../screens/analytics/address.ts'
import { boardOf, boards } from '../screens/analytics/boards.ts'
import { ledgerAddress } from '../screens/ledger/address.ts'
import { settingsAddress, settingsSections } from '../screens/settings/address.ts'
import type { Address } from '../ui/address/address.ts'
import { go } from '../ui/address/location.ts'
import { ask } from '../ui/calls/bridge.ts'
import { filterAddress, savedSearches, savedSessionFilters, type SavedFilters } from '../ui/forms/saved-filters.ts'
import { showFailure } from '../ui/layout/notice.ts'
import type { PaletteEntry } from './palette-entries.ts'

type Close = (then: () => void) => void

const boardEntries = (close: Close): readonly PaletteEntry[] => [
  ...boards.map(({ id, name, words = '', cards }): PaletteEntry => ({
    id: `board ${id}`,
    kind: 'Board',
    title: name,
    words: [words, ...cards.map(({ metric }) => metric)].join(' '),
    run: () => close(() => go({ ...analyticsAddress, board: id })),
  })),
  {
    id: 'board records',
    kind: 'Board',
    title: 'Records',
    aside: 'Ledger',
    words: 'ledger reference classes',
    run: () => close(() => go(ledgerAddress)),
  },
]

const settingEntries = (close: Close): readonly PaletteEntry[] =>
  Object.entries(settingsSections).map(([section, words]) => ({
    id: `setting ${section}`,
    kind: 'Setting',
    title: section,
    words,
    run: () => close(() => go({ ...settingsAddress, section })),
  }))

const savedEntries = (saved: SavedFilters, aside: string, close: Close): readonly PaletteEntry[] =>
  saved.all().flatMap((filter) => {
    const address = filterAddress(filter)
    return address === undefined
      ? []
      : [{ id: `${aside} ${filter.name}`, kind: 'Filters', title: filter.name, aside, run: () => close(() => go(address)) }]
  })

const filterEntries = (close: Close): readonly PaletteEntry[] => [
  ...savedEntries(savedSessionFilters, 'saved filters', close),
  ...savedEntries(savedSearches, 'saved search', close),
]

const questionAddress = (metric: string): Address => ({
  ...analyticsAddress,
  board: boardOf(metric) ?? analyticsAddress.board,
  metric,
})

const useQuestions = (): readonly ListedMetric[] => {
  const [questions, setQuestions] = useState<readonly ListedMetric[]>([])
  useEffect(() => {
    ask('analytics.list', {}).then(setQuestions, showFailure)
  }, [])
  return questions
}

export const usePlaces = (close: Close): readonly PaletteEntry[] => {
  const questions = useQuestions().map(({ name, title }): PaletteEntry => ({
    id: `question ${name}`,
    kind: 'Question',
    title,
    words: name,
    run: () => close(() => go(questionAddress(name))),
  }))
  return [...filterEntries(close), ...boardEntries(close), ...questions, ...settingEntries(close)]
}
