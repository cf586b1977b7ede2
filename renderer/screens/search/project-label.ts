/** What a list of projects calls each of them. */
import { projectValue } from '../../../app/model/search/edit-search.ts'
import { projectName } from '../../ui/format/format-path.ts'

/** Its name; where another one of the list has the same name, as much of the path as tells them apart. */
export const projectLabel = (project: string, projects: readonly string[]): string => {
  const name = projectName(project)
  const isShared = projects.some((other) => other !== project && projectName(other) === name)
  return isShared ? projectValue(project, projects) : name
}
