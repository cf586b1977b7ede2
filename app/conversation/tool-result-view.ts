/** The result of a tool call with what its record says of it: refusal, exit code, duration, patch, images, documents. */
import type { ToolResultView } from '../contract/reader.ts'
import { isObject, type JsonObject } from '../model/json-object.ts'
import { type ContentBlock, contentList, type TranscriptRecord } from '../model/record.ts'
import { recordedRunMs, resultPermission } from '../../importer/records/tool-permission.ts'
import { isRefusal } from '../model/refusal.ts'
import { documentsIn, imagesIn, shownChars } from './media-blocks.ts'
import { isServerError, resultWords } from './result-text.ts'
import { cellBeforeIn, cellsIn } from './notebook-cells.ts'

const numberOr = (value: unknown, fallback: number): number => (typeof value === 'number' && Number.isFinite(value) ? value : fallback)
const named = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** Hunks as the client recorded them beside the result. */
const patchOf = (toolUseResult: JsonObject): ToolResultView['patch'] => {
  const hunks = contentList(toolUseResult['structuredPatch'])
  if (hunks === undefined || hunks.length === 0) return null
  return hunks.filter(isObject).map((hunk) => ({
    oldStart: numberOr(hunk['oldStart'], 1),
    newStart: numberOr(hunk['newStart'], 1),
    lines: (contentList(hunk['lines']) ?? []).filter((line) => typeof line === 'string'),
  }))
}

const persistedOf = (toolUseResult: JsonObject): ToolResultView['persisted'] => {
  const path = named(toolUseResult['persistedOutputPath'])
  const bytes = toolUseResult['persistedOutputSize']
  return path === null ? null : { path, sourceId: null, bytes: typeof bytes === 'number' ? bytes : null }
}

/** First line of a failed command, and the element that the tools for background tasks write. */
const exitTexts = [/^(?:Error: )?Exit code (-?\d{1,5})(?=\n|$)/, /<exit_code>(-?\d{1,5})<\/exit_code>/]

/** Exit code of a command: a field of the client, else in its text. */
export const exitCodeIn = (toolUseResult: JsonObject, clientText: string): number | null => {
  const task = isObject(toolUseResult['task']) ? toolUseResult['task'] : {}
  const field = [toolUseResult['exitCode'], task['exitCode']].find((value) => typeof value === 'number')
  if (typeof field === 'number') return field
  const found = exitTexts.map((phrase) => phrase.exec(clientText)?.[1]).find((digits) => digits !== undefined)
  return found === undefined ? null : Number(found)
}

const tasksIn = (toolUseResult: JsonObject): ToolResultView['tasks'] => {
  const { task } = toolUseResult
  return contentList(toolUseResult['tasks']) ?? (isObject(task) && task['subject'] !== undefined ? [task] : null)
}

const stateBeforeIn = ({ statusChange }: JsonObject): string | null => (isObject(statusChange) ? named(statusChange['from']) : null)

const answersIn = ({ answers }: JsonObject): ToolResultView['answers'] =>
  isObject(answers) ? Object.fromEntries(Object.entries(answers).map(([question, answer]) => [question, answerText(answer)])) : null

const answerText = (answer: unknown): string => (typeof answer === 'string' ? answer : Array.isArray(answer) ? answer.join(', ') : '')

const backgroundIn = (toolUseResult: JsonObject): string | null =>
  named(toolUseResult['backgroundTaskId']) ?? (toolUseResult['isAsync'] === true ? named(toolUseResult['agentId']) : null)

export const recordTime = (record: TranscriptRecord | undefined): number | null => {
  const at = typeof record?.timestamp === 'string' ? Date.parse(record.timestamp) : Number.NaN
  return Number.isNaN(at) ? null : at
}

/**
 * @param record the record that contains the result
 * @param isOnly whether it contains no other result: its own fields are about all of them
 */
export const toolResultView = (block: ContentBlock, record: TranscriptRecord | undefined, isOnly: boolean): ToolResultView => {
  const text = resultWords(block.content)
  const permission = record && resultPermission(record, block, isOnly)
  const refusal = isRefusal(permission) ? permission : null
  const isClientText = block.is_error || /^<(?:retrieval_status|status)>/.test(text)
  return {
    ...recordedBeside(block, isOnly ? record : undefined, isClientText ? text : ''),
    isError: (block.is_error || isServerError(block.content)) && refusal === null,
    refusal,
    text: text.slice(0, shownChars),
    chars: text.length,
    answeredAt: recordTime(record),
    recordUuid: record?.uuid ?? null,
  }
}

type Beside = Omit<ToolResultView, 'isError' | 'refusal' | 'text' | 'chars' | 'answeredAt' | 'recordUuid'>

/** @param clientText what the client itself wrote of the result; the output of a command that succeeded may contain anything. */
const recordedBeside = (block: ContentBlock, record: TranscriptRecord | undefined, clientText: string): Beside => {
  const toolUseResult = isObject(record?.toolUseResult) ? record.toolUseResult : {}
  return {
    patch: patchOf(toolUseResult),
    images: imagesIn(block.content),
    documents: documentsIn(block.content, toolUseResult),
    cells: cellsIn(toolUseResult),
    cellBefore: cellBeforeIn(toolUseResult),
    todosBefore: contentList(toolUseResult['oldTodos']) ?? null,
    tasks: tasksIn(toolUseResult),
    stateBefore: stateBeforeIn(toolUseResult),
    answers: answersIn(toolUseResult),
    isNewFile: toolUseResult['type'] === 'create',
    persisted: persistedOf(toolUseResult),
    exitCode: exitCodeIn(toolUseResult, clientText),
    exitMeaning: named(toolUseResult['returnCodeInterpretation']),
    backgroundId: backgroundIn(toolUseResult),
    runMs: (record && recordedRunMs(record)) ?? null,
  }
}
