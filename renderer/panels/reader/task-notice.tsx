/** A notice of the client about a task in the background: how it ended, and its result. */
import type { ReactNode } from 'react'
import { Badge } from '../../ui/layout/badge.tsx'
import { FoldedText } from './folded-text.tsx'
import { Markdown } from './markdown.tsx'
import type { TaskNotice } from './read-task-notice.ts'

export interface TaskNoticeViewProps {
  /** Unique within the conversation. */
  readonly name: string
  readonly notice: TaskNotice
}

const looks: Readonly<Record<string, 'ok' | 'danger'>> = { completed: 'ok', failed: 'danger', killed: 'danger' }

export const TaskNoticeView = ({ name, notice: { status, summary, result, rest } }: TaskNoticeViewProps): ReactNode => (
  <div className="task-notice">
    <p>
      {status === '' ? null : <Badge look={looks[status] ?? 'plain'}>{status}</Badge>} {summary}
    </p>
    {result === '' ? null : <Markdown text={result} />}
    {rest === '' ? null : <FoldedText name={name} text={rest} lines={1} className="injected-text" />}
  </div>
)
