/** Tool calls and results as the reader gets them, with nothing recorded beside what a test names. */
import { toolKind } from '../../importer/agents.ts'
import type { ToolResultView } from '../../app/contract/reader.ts'
import type { ToolCallBlock } from '../../renderer/panels/reader/tool-outcome.ts'

export const toolResult = (fields: Partial<ToolResultView> = {}): ToolResultView => ({
  isError: false,
  refusal: null,
  text: 'ok',
  chars: fields.text?.length ?? 2,
  patch: null,
  images: [],
  documents: [],
  cells: null,
  cellBefore: null,
  todosBefore: null,
  tasks: null,
  stateBefore: null,
  answers: null,
  isNewFile: false,
  persisted: null,
  exitCode: null,
  exitMeaning: null,
  backgroundId: null,
  runMs: null,
  answeredAt: null,
  recordUuid: null,
  ...fields,
})

export const toolCall = (fields: Partial<ToolCallBlock> = {}): ToolCallBlock => ({
  kind: 'tool_call',
  toolUseId: 'toolu_1',
  name: 'Bash',
  tool: toolKind(fields.name ?? 'Bash'),
  input: {},
  result: toolResult(),
  cwd: null,
  calledAt: null,
  limitMs: null,
  ...fields,
})
