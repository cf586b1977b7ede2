/** The content of an unfolded tool call: its input or its edit, then its result. */
import { createContext, use, type ReactNode } from 'react'
import type { ToolResultView } from '../../../app/contract/reader.ts'
import { useIsAllOpen } from './fold-memory.tsx'
import { languageOf } from './diff/coloured-lines.ts'
import { DiffView } from './diff/diff-view.tsx'
import type { EditDiff } from './diff/edit-diff.ts'
import { CodeText } from './code-text.tsx'
import { FoldedText } from './folded-text.tsx'
import { fieldsOf, inputText, textIn } from './input-fields.ts'
import { Markdown } from './markdown.tsx'
import { QuestionList } from './question-list.tsx'
import { markTodos, readTasks, readTodos } from './read-todos.ts'
import { TodoList } from './todo-list.tsx'
import type { ToolCallBlock } from './tool-outcome.ts'
import { ToolResult } from './tool-result.tsx'

export interface ToolBodyProps {
  readonly name: string
  readonly block: ToolCallBlock
  readonly diff: EditDiff | undefined
}

export const ToolBody = ({ name, block, diff }: ToolBodyProps): ReactNode => (
  <div className="tool-body">
    <ToolInput name={name} block={block} diff={diff} />
    {block.result === null || isToldByInput(block, diff) ? null : <Answer name={name} block={block} result={block.result} />}
  </div>
)

const noCalls: ReadonlySet<string> = new Set()

/** The calls whose result is shown below their card: those of unfolded sub-agents. */
export const AnswersBelow = createContext(noCalls)

type AnswerProps = Pick<ToolBodyProps, 'name' | 'block'> & { readonly result: ToolResultView }

/** A result that is shown below is shown here too while a match is in it. */
const Answer = ({ name, block, result }: AnswerProps): ReactNode => {
  const isBelow = use(AnswersBelow).has(block.toolUseId)
  const isSought = useIsAllOpen()
  if (isBelow && !isSought) return <p className="tool-elsewhere faint">The result is at the end of the sub-agent, below.</p>
  return <ToolResult name={`${name} result`} toolUseId={block.toolUseId} result={result} about={aboutOf(block)} />
}

/** The file that the call reads or changes. */
const pathOf = ({ input }: ToolCallBlock): string => {
  const fields = fieldsOf(input)
  return textIn(fields, 'file_path') || textIn(fields, 'notebook_path') || textIn(fields, 'filePath') || textIn(fields, 'path')
}

const aboutOf = (block: ToolCallBlock): string => pathOf(block) || `the result of ${block.name}`

/** The result of an edit or of a new task list that went well repeats the input. */
const isToldByInput = ({ name, result }: ToolCallBlock, diff: EditDiff | undefined): boolean =>
  result !== null && !result.isError && result.refusal === null && (diff !== undefined || name === 'TodoWrite')

/** The language of a notebook's cell is not recorded: nearly all are Python. */
const languageIn = (block: ToolCallBlock): string | undefined => {
  if (block.name !== 'NotebookEdit') return languageOf(pathOf(block))
  return fieldsOf(block.input)['cell_type'] === 'markdown' ? 'markdown' : 'python'
}

const ToolInput = ({ name, block, diff }: ToolBodyProps): ReactNode => {
  const { input, result } = block
  if (diff !== undefined) return <DiffView name={`${name} diff`} diff={diff} language={languageIn(block)} />
  switch (block.name) {
    case 'TodoWrite':
      return <TodoList todos={markTodos(result?.todosBefore ?? null, readTodos(input))} />
    case 'AskUserQuestion':
      return <QuestionList block={block} />
    case 'ExitPlanMode':
      return <PlanText name={name} block={block} />
    case 'NotebookEdit':
      return <CodeText name={`${name} input`} text={textIn(fieldsOf(input), 'new_source')} language={languageIn(block)} lines={20} />
    case 'Bash':
      return <CodeText name={`${name} input`} text={textIn(fieldsOf(input), 'command') || inputText(input)} language="bash" lines={12} />
    case 'Task':
    case 'Agent':
      return <Words name={name} text={textIn(fieldsOf(input), 'prompt') || inputText(input)} />
    default:
      return <OtherInput name={name} block={block} />
  }
}

const OtherInput = ({ name, block }: { readonly name: string; readonly block: ToolCallBlock }): ReactNode => {
  const tasks = block.result?.tasks ?? null
  if (tasks !== null && block.name.startsWith('Task')) {
    const details = textIn(fieldsOf(block.input), 'description')
    return (
      <>
        <TodoList todos={readTasks(tasks)} />
        {details === '' ? null : <Words name={name} text={details} />}
      </>
    )
  }
  const text = inputText(block.input)
  return text === '' ? null : <Words name={name} text={text} />
}

const Words = ({ name, text }: { readonly name: string; readonly text: string }): ReactNode => (
  <FoldedText name={`${name} input`} className="tool-input" text={text} lines={12} />
)

const PlanText = ({ name, block }: { readonly name: string; readonly block: ToolCallBlock }): ReactNode => {
  const plan = textIn(fieldsOf(block.input), 'plan')
  return plan === '' ? (
    <OtherInput name={name} block={block} />
  ) : (
    <div className="tool-plan">
      <Markdown text={plan} />
    </div>
  )
}
