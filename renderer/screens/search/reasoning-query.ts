/** The query for thoughts of a kind of reasoning, with the text of the search. */
import type { CallInput } from '../../../app/contract/calls.ts'
import type { ReasoningPage, ReasoningHit } from '../../../app/contract/reasoning.ts'
import { projectNamed } from '../../../app/model/search/edit-search.ts'
import { parseSearch } from '../../../app/model/search/parse-search.ts'
import type { Reasoning } from '../../../app/model/reasoning.ts'
import { searchedText } from '../../../app/model/searched-text.ts'
import { ask } from '../../ui/calls/bridge.ts'
import { rowSource, type RowSource } from '../../ui/table/row-source.ts'

type Query = CallInput<'reasoning.find'>

/**
 * The words of the text are one phrase. Of its filters those of file, project, session and time restrict.
 * @param projects all there are, of which a filter names a part
 */
export const reasoningQuery = (reasoning: Reasoning, text: string, projects: readonly string[], zone: string, now: number): Query => {
  const { required, filters, since, until } = parseSearch(text, { now, zone })
  const words = required.map(([first]) => first?.text ?? '').join(' ')
  const value = (name: 'file' | 'project' | 'session'): string | undefined =>
    filters.find((filter) => filter.name === name && !filter.isExcluded)?.value
  const [file, project, sessionId] = [value('file'), value('project'), value('session')]
  return {
    reasoning,
    ...(searchedText.safeParse(words).success ? { text: words } : {}),
    ...(file === undefined ? {} : { file }),
    ...(project === undefined ? {} : { project: projectNamed(project, projects) ?? project }),
    ...(sessionId === undefined ? {} : { sessionId }),
    ...(since === null ? {} : { since }),
    ...(until === null ? {} : { until }),
  }
}

export type ReasoningExtra = Pick<ReasoningPage, 'sessions'>

const pageSize = 100

/** The thoughts, page by page. */
export const reasoningSource = (query: Query): RowSource<ReasoningHit, ReasoningExtra> =>
  rowSource({
    pageSize,
    fillsBeginning: false,
    fetch: async (offset, limit) => {
      const { rows, total, sessions } = await ask('reasoning.find', { ...query, offset, limit })
      return { rows, total, extra: { sessions } }
    },
  })
