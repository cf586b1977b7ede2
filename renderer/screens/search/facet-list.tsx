/** Filters for the results, with the number of sessions; one click applies a filter. */
import { useState, type ReactNode } from 'react'
import type { Facet } from '../../../app/contract/search.ts'
import { formatCount } from '../../../app/model/format/count.ts'
import { filterValues, projectNamed, projectValue, toggledFilter, withFilter } from '../../../app/model/search/edit-search.ts'
import { useObservable } from '../../ui/calls/observable.ts'
import { useProjectNames } from './project-names.ts'
import type { SearchFeed } from './search-feed.ts'
import './facet-list.css'

export interface FacetListProps {
  readonly feed: SearchFeed
  readonly text: string
  readonly onText: (text: string) => void
}

/** Values of a group that are shown at first. */
const shown = 8

export const FacetList = ({ feed, text, onText }: FacetListProps): ReactNode => {
  const facets = useObservable(feed.facets)
  const { projects: all, nameOf: projectName } = useProjectNames()
  // Its place is kept, so that the results do not move when the numbers come.
  if (facets === undefined) return <div className="search-facets" />
  const { tools, projects, months, isComplete, isOld } = facets
  const named = filterValues(text, 'project').map((value) => projectNamed(value, all) ?? value)
  const groups = [
    {
      name: 'Tools',
      facets: tools,
      nameOf: (tool: string) => tool,
      isOn: (tool: string) => filterValues(text, 'tool').some((one) => one.toLowerCase() === tool.toLowerCase()),
      next: (tool: string) => toggledFilter(text, 'tool', tool),
    },
    {
      name: 'Projects',
      facets: projects.filter(({ value }) => value !== ''),
      nameOf: projectName,
      isOn: (project: string) => named.includes(project),
      next: (project: string) =>
        withFilter(text, 'project', named.includes(project) ? [] : [projectValue(project, all.length === 0 ? [project] : all)]),
    },
    {
      name: 'Months',
      facets: months,
      nameOf: (month: string) => month.slice(0, 7),
      isOn: (month: string) => isMonth(text, month),
      next: (month: string) => withMonth(text, isMonth(text, month) ? undefined : month),
    },
  ]
  return (
    <nav className="search-facets" aria-label="Restrict to">
      {groups.map(({ name, ...group }) =>
        group.facets.length === 0 ? null : (
          <Group key={name} name={name} {...group} isComplete={isComplete} isOld={isOld} onText={onText} />
        ),
      )}
      {isComplete || isOld ? null : <p className="search-facets-note">+ not every match was counted</p>}
    </nav>
  )
}

/** The first day of the month after the one that begins with this day. */
const monthAfter = (month: string): string => {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 10)
}

const isMonth = (text: string, month: string): boolean =>
  filterValues(text, 'after').includes(month) && filterValues(text, 'before').includes(monthAfter(month))

const withMonth = (text: string, month: string | undefined): string =>
  withFilter(withFilter(text, 'after', month === undefined ? [] : [month]), 'before', month === undefined ? [] : [monthAfter(month)])

interface GroupProps {
  readonly name: string
  readonly facets: readonly Facet[]
  readonly nameOf: (value: string) => string
  readonly isOn: (value: string) => boolean
  /** The text of the search after a click. */
  readonly next: (value: string) => string
  readonly isComplete: boolean
  /** The numbers are those of the search before. */
  readonly isOld: boolean
  readonly onText: (text: string) => void
}

const Group = ({ name, facets, nameOf, isOn, next, isComplete, isOld, onText }: GroupProps): ReactNode => {
  const [showsAll, setShowsAll] = useState(false)
  const rest = facets.length - shown
  return (
    <section>
      <h2>{name}</h2>
      <ul>
        {(showsAll ? facets : facets.slice(0, shown)).map(({ value, sessions }) => (
          <li key={value}>
            <button type="button" className="search-facet" aria-pressed={isOn(value)} title={value} onClick={() => onText(next(value))}>
              <span className="search-facet-name">{nameOf(value)}</span>
              {isOld ? null : <span className="search-facet-count">{`${formatCount(sessions)}${isComplete ? '' : '+'}`}</span>}
            </button>
          </li>
        ))}
      </ul>
      {rest > 0 ? (
        <button type="button" className="link" onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? 'Fewer' : `${formatCount(rest)} more`}
        </button>
      ) : null}
    </section>
  )
}
