/** A question to the history, its answer, and the uncommitted change of the repository that is asked. */
import type { ReactNode } from 'react'
import type { HistoryPlace } from '../../../app/contract/recall.ts'
import { useQuery } from '../../ui/calls/use-query.ts'
import { Empty, Loaded } from '../../ui/layout/async-states.tsx'
import { everywhere, type ReasoningAddress } from './address.ts'
import { Answer } from './answer-view.tsx'
import { ChangePane } from './change-pane.tsx'
import { NoReasoning } from './no-reasoning.tsx'
import { QuestionForm } from './question-form.tsx'

export const AskView = ({ address }: { readonly address: ReasoningAddress }): ReactNode => {
  const call = useQuery('recall.places', {})
  return (
    <Loaded call={call} what="Looking for repositories">
      {(places) => <Asked address={address} places={places} />}
    </Loaded>
  )
}

interface AskedProps {
  readonly address: ReasoningAddress
  readonly places: readonly HistoryPlace[]
}

const Asked = ({ address, places }: AskedProps): ReactNode => {
  const { question, hints } = address
  // The newest folder on this machine; its uncommitted change is what a person is at.
  const folder = address.folder === everywhere ? undefined : (address.folder ?? places.find(({ isHere }) => isHere)?.folder)
  return (
    <div className="reason-ask">
      <QuestionForm key={`${question ?? ''} ${hints ?? ''}`} address={address} places={places} folder={folder} />
      {question === undefined ? null : <Answer address={address} question={question} folder={folder} />}
      {folder === undefined ? null : <ChangePane address={address} folder={folder} />}
      {folder === undefined && question === undefined ? (
        <NoReasoning unreadable="Some sessions cannot be asked">
          <Empty title="Ask the history">
            A question or a task shows what earlier sessions decided about it, as an agent would be given it.
          </Empty>
        </NoReasoning>
      ) : null}
    </div>
  )
}
