/** The texts of reasoning, and the sessions and files that have them, page by page. */
import type { CallInput } from '../../../app/contract/calls.ts'
import type { ReasonGroup, ReasoningHit, ReasoningPage } from '../../../app/contract/reasoning.ts'
import { searchedText } from '../../../app/model/searched-text.ts'
import { ask } from '../../ui/calls/bridge.ts'
import { rowSource, type RowSource } from '../../ui/table/row-source.ts'
import type { ReasoningAddress } from './address.ts'

const pageSize = 100

type Texts = CallInput<'reasoning.find'>
type Groups = CallInput<'reasoning.groups'>

/** What the list of texts asks for. @param words whether the text restricts them, and not the groups beside */
export const textsQuery = ({ type, status, text, session, file }: ReasoningAddress, words: boolean): Texts => ({
  ...(type === undefined ? {} : { reasoning: type }),
  ...(status === undefined ? {} : { status }),
  ...(words && searchedText.safeParse(text).success ? { text } : {}),
  ...(session === undefined ? {} : { sessionId: session }),
  ...(file === undefined ? {} : { about: file }),
})

export const groupsQuery = ({ type, status, text }: ReasoningAddress, by: Groups['by']): Groups => ({
  by,
  ...(type === undefined ? {} : { reasoning: type }),
  ...(status === undefined ? {} : { status }),
  ...(text === undefined ? {} : { text }),
})

export type TextsExtra = Pick<ReasoningPage, 'sessions'>

export const textsSource = (query: Texts): RowSource<ReasoningHit, TextsExtra> =>
  rowSource({
    pageSize,
    fillsBeginning: false,
    fetch: async (offset, limit) => {
      const { rows, total, sessions } = await ask('reasoning.find', { ...query, offset, limit })
      return { rows, total, extra: { sessions } }
    },
  })

export const groupsSource = (query: Groups): RowSource<ReasonGroup, undefined> =>
  rowSource({
    pageSize,
    fillsBeginning: false,
    fetch: async (offset, limit) => {
      const { rows, total } = await ask('reasoning.groups', { ...query, offset, limit })
      return { rows, total, extra: undefined }
    },
  })
