/** One of the tools that sessions called, or any. */
import type { ReactNode } from 'react'
import { ChoiceField } from './choice-field.tsx'
import { formatCount } from '../format/format-count.ts'
import { useCall } from '../calls/use-call.ts'

export interface ToolChoiceProps {
  readonly tool: string | undefined
  readonly onTool: (tool: string | undefined) => void
}

export const ToolChoice = ({ tool, onTool }: ToolChoiceProps): ReactNode => {
  const call = useCall('sessions.tools', {})
  const tools = call.kind === 'done' ? call.value : []
  return (
    <ChoiceField
      label="Tool"
      all={call.kind === 'failed' ? 'Tools cannot be listed' : 'Every tool'}
      chosen={tool}
      choices={tools.map((each) => [each.tool, `${each.tool} (${formatCount(each.sessions)})`])}
      onChoose={onTool}
    />
  )
}
