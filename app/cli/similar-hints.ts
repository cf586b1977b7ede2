/** Suggests similar names for a project or type that matches nothing. */
import { isSameName } from '../model/composed-form.ts'
import { sentenceCase } from '../model/format/sentence-case.ts'
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
  if (known.some((one) => isSameName(one, project))) return
  const similar = similarProjects(project, known).slice(0, 3).map(printableLine)
  const next = similar.length === 0 ? 'To list all projects: strata stats --by project' : `Similar projects: ${similar.join(', ')}`
  terminal.printError(`No session has the project ${printableLine(project)}. ${next}\n`)
}

/** @param what names the things, such as `type` */
const hintName = ({ terminal }: Strata, what: string, owner: string, name: string, known: readonly string[]): void => {
  if (known.includes(name)) return
  const similar = similarNames(name, known).map(printableLine)
  const next =
    similar.length === 0 ? `${sentenceCase(what)}s: ${known.map(printableLine).join(', ')}` : `Similar ${what}s: ${similar.join(', ')}`
  terminal.printError(`No ${owner} has the ${what} ${printableLine(name)}. ${next}\n`)
}

/** The same for a type of records, which transcripts may choose freely. */
export const hintRecordType = async (strata: Strata, type: string | undefined): Promise<void> => {
  if (type === undefined) return
  const { totals } = await strata.ask('stats.reference', {})
  const known = Object.keys((totals as { readonly byType: Readonly<Record<string, number>> }).byType)
  hintName(strata, 'type', 'record', type, known)
}

/** The same for the template of an agent, its type and a model. */
export const hintTemplateAndModel = async (
  strata: Strata,
  {
    template,
    model,
    agentType,
  }: { readonly template?: string | undefined; readonly model?: string | undefined; readonly agentType?: string | undefined },
): Promise<void> => {
  if (template === undefined && model === undefined && agentType === undefined) return
  const { templates, models, agentTypes } = await strata.ask('analytics.values', {})
  if (template !== undefined)
    hintName(
      strata,
      'template',
      'session',
      template,
      templates.map((each) => each.template),
    )
  if (agentType !== undefined)
    hintName(
      strata,
      'agent type',
      'event',
      agentType,
      agentTypes.map((each) => each.agentType),
    )
  if (model !== undefined)
    hintName(
      strata,
      'model',
      'event',
      model,
      models.map((each) => each.model),
    )
}
