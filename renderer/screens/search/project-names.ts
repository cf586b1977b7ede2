/** Names of projects on this screen: when two folders have the same name, with as much of the path as distinguishes them. */
import { useMemo } from 'react'
import { useQuery } from '../../ui/calls/use-query.ts'
import { projectLabel } from '../../ui/format/format-path.ts'

export interface ProjectNames {
  /** All projects of the store, without those that have no name; nothing until they are known. */
  readonly projects: readonly string[]
  readonly nameOf: (project: string) => string
}

export const useProjectNames = (): ProjectNames => {
  const call = useQuery('sessions.list', { limit: 1, everything: true })
  const known = call.kind === 'done' ? call.value.projects : undefined
  return useMemo(() => {
    const projects = (known ?? []).flatMap(({ project }) => (project === '' ? [] : [project]))
    const names = new Map<string, string>()
    const nameOf = (project: string): string => {
      const name = names.get(project) ?? projectLabel(project, projects)
      names.set(project, name)
      return name
    }
    return { projects, nameOf }
  }, [known])
}
