/** What may have been meant by a project or type that matches nothing. */
import { similarNames } from '../model/similar-names.ts'
import type { Strata } from './run-with-engine.ts'
import { printableLine } from './text/printable.ts'

const lastFolder = (project: string): string =>
  project
    .split(/[\\/]/)
    .filter((part) => part !== '')
    .at(-1) ?? ''

/** Known folders that are similar, else those whose last folder is similar. */
const similarProjects = (project: string, known: readonly string[]): readonly string[] => {
  const similar = similarNames(project, known)
  if (similar.length > 0) return similar
  const names = similarNames(lastFolder(project), known.map(lastFolder))
  return known.filter((folder) => names.includes(lastFolder(folder)))
}

/** Says on standard error that no session has the project, and lists similar ones; call it after a list without matches. */
export const hintProject = async ({ ask, terminal }: Strata, project: string | undefined): Promise<void> => {
  if (project === undefined) return
  const { projects } = await ask('sessions.list', { everything: true, limit: 1 })
  const known = projects.map((one) => one.project)
  if (known.includes(project)) return
  const similar = similarProjects(project, known).slice(0, 3).map(printableLine)
  const next = similar.length === 0 ? 'To list all projects: strata stats --by project' : `Similar projects: ${similar.join(', ')}`
  terminal.printError(`No session has the project ${printableLine(project)}. ${next}\n`)
}

/** The same for a type of records, which transcripts may choose freely. */
export const hintRecordType = async ({ ask, terminal }: Strata, type: string | undefined): Promise<void> => {
  if (type === undefined) return
  const { totals } = await ask('stats.reference', {})
  const known = Object.keys((totals as { readonly byType: Readonly<Record<string, number>> }).byType)
  if (known.includes(type)) return
  const similar = similarNames(type, known).map(printableLine)
  const next = similar.length === 0 ? `Types: ${known.map(printableLine).join(', ')}` : `Similar types: ${similar.join(', ')}`
  terminal.printError(`No record has the type ${printableLine(type)}. ${next}\n`)
}
