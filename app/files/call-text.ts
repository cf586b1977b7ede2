/**
 * Steps on files from a call and the text of its result, when the client recorded nothing else: calls of sub-agents, and captured agents.
 */
import { toolKind } from '../../importer/agents.ts'
import { changerKinds } from '../model/tool-kind.ts'
import { isObject, type JsonObject } from '../model/json-object.ts'
import { textOf } from '../model/record.ts'
import type { TextEdit } from './apply-edit.ts'
import { changing, type FileStep, type ObservedBy } from './file-step.ts'

interface TextCall {
  readonly name: string
  readonly input: JsonObject
}

interface TextResult {
  readonly content: unknown
  readonly isError: boolean
  /** False: another program wrote the text, and a number with a tab may be part of the file. */
  readonly isClient: boolean
}

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** Whether the result of a tool can be understood only with its call. */
export const needsCall = (name: string): boolean => toolKind(name) === 'read' || changerKinds.has(toolKind(name))

export const pathOfCall = (input: JsonObject): string | undefined => text(input['file_path']) ?? text(input['notebook_path'])

/** The number of lines that the client shows of a file when the call does not set a limit. */
const maxLines = 2000

/** The client cuts longer lines, and says so at their ends. */
const isCut = (line: string): boolean => line.length >= 2000 && line.endsWith('... [truncated]')

const reminder = /^(?:<system-reminder>[\s\S]*<\/system-reminder>)?$/

interface Numbered {
  readonly from: number
  readonly lines: readonly string[]
}

/** The lines with numbers that a text begins with. */
const numberedLines = (all: readonly string[], isClient: boolean): Numbered => {
  const numbered = isClient ? /^ *(\d+)(?:→|\t)(.*)$/s : /^ *(\d+)→(.*)$/s
  const from = Number(numbered.exec(all[0] ?? '')?.[1] ?? 1)
  const lines: string[] = []
  for (const one of all) {
    const [, number, line = ''] = numbered.exec(one) ?? []
    if (number === undefined || Number(number) !== from + lines.length) break
    lines.push(line)
  }
  return { from, lines }
}

/** Stretches without the lines that the client cut. */
const uncut = ({ from, lines }: Numbered): readonly Numbered[] => {
  const stretches: { from: number; lines: string[] }[] = []
  lines.forEach((line, place) => {
    if (isCut(line)) return
    const last = stretches.at(-1)
    if (last !== undefined && last.from + last.lines.length === from + place) last.lines.push(line)
    else stretches.push({ from: from + place, lines: [line] })
  })
  return stretches
}

const shownParts = (path: string, shown: Numbered, total: number | undefined, by: ObservedBy): readonly FileStep[] =>
  uncut(shown).map((stretch) => ({ step: 'part', path, ...stretch, total, by }))

const isGiven = (value: unknown): boolean => value !== undefined && value !== null

const count = (value: unknown): number | undefined => {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : undefined
}

/** Whether the lines reach the end of the file: fewer than the call asked for, and nothing after them says that there are more. */
const reachesEnd = (input: JsonObject, { lines }: Numbered, rest: string): boolean => {
  if (isGiven(input['pages']) || !reminder.test(rest.trim())) return false
  if (!isGiven(input['limit'])) return lines.length !== maxLines
  const limit = count(input['limit'])
  return limit !== undefined && lines.length < limit
}

/** Whether the result is the message that the client shows instead of the lines of an empty file. */
const isEmpty = (said: string): boolean =>
  /^<system-reminder>Warning: the file exists but (?:the contents are empty|is shorter than the provided offset \([01]\)\. The file has [01] lines?)\./.test(
    said,
  )

/** Tags around the cells of a notebook; the client does not show lines of notebooks. */
const cells = /^<cell id=/

const toldRead = (path: string, input: JsonObject, said: string | undefined, isClient: boolean): readonly FileStep[] => {
  const bytes: FileStep = { step: 'bytes', path, sourceHash: null, by: 'read' }
  if (said === undefined || cells.test(said)) return [bytes]
  if (isEmpty(said)) return [{ step: 'whole', path, content: '', by: 'read' }]
  const all = said.split('\n')
  const shown = numberedLines(all, isClient)
  if (shown.lines.length === 0) return []
  const isEnd = reachesEnd(input, shown, all.slice(shown.lines.length).join('\n'))
  const isWhole = isEnd && shown.from === 1 && !shown.lines.some(isCut)
  if (isWhole) return [{ step: 'whole', path, content: shown.lines.join('\n'), by: 'read' }]
  return shownParts(path, shown, isEnd ? shown.from + shown.lines.length - 1 : undefined, 'read')
}

const textEdit = (edit: JsonObject): readonly TextEdit[] => {
  const [from, to] = [text(edit['old_string']), text(edit['new_string'])]
  const everywhere = edit['replace_all']
  // Newer clients also take the word.
  return from === undefined || to === undefined ? [] : [{ from, to, isEverywhere: everywhere === true || everywhere === 'true' }]
}

/** The file was changed, and it is not recorded to what. */
export const changedSomehow = (path: string): FileStep => ({ step: 'edited', path, edits: [], isModified: true })

/**
 * What the result says of the change: its first line, without the path and without the texts that were replaced. The rest is of the file,
 * and may contain any words.
 */
const statementOf = (path: string, said: string): string => {
  const [first = ''] = said.replace(/^(?:Error: |<tool_use_error>)*/, '').split('\n', 1)
  return first
    .split(path)
    .join('')
    .replace(/ All occurrences of .*/, '')
}

/** Lines of the file after the change, which older clients show with their numbers. */
const shownAfter = (path: string, said: string): readonly FileStep[] => {
  const [, ...lines] = said.split('\n')
  return statementOf(path, said).includes('`cat -n`') ? shownParts(path, numberedLines(lines, true), undefined, 'output') : []
}

const toldEdit = (path: string, input: JsonObject, said: string): readonly FileStep[] => {
  const own = Array.isArray(input['edits']) ? input['edits'].filter(isObject) : [input]
  const edits = own.flatMap(textEdit)
  const [only] = edits
  if (only === undefined || edits.length !== own.length) return [changedSomehow(path)]
  // The client takes that as the content of a file that is new or empty.
  if (edits.length === 1 && only.from === '') return [{ step: 'written', path, content: only.to, isNew: true }]
  return [{ step: 'edited', path, edits, isModified: false }, ...shownAfter(path, said)]
}

/** Whether a person modified the content before it was written; the modification is not recorded. */
const isModified = (statement: string): boolean => /user modified/i.test(statement)

const toldChange = ({ name, input }: TextCall, path: string, said: string): readonly FileStep[] => {
  if (isModified(statementOf(path, said))) return [changedSomehow(path), ...shownAfter(path, said)]
  if (toolKind(name) === 'edit-notebook') return [changedSomehow(path)]
  if (toolKind(name) !== 'write') return toldEdit(path, input, said)
  const content = text(input['content'])
  return [content === undefined ? changedSomehow(path) : { step: 'written', path, content, isNew: said.startsWith('File created') }]
}

/** The call was refused, or failed. */
const failure = /^(?:Error\b|<tool_use_error>|Permission for this tool use was denied|The user doesn't want to )/

/** How clients say that they wrote. */
const success =
  /^(?:(?:The )?(?:file|notebook) .*?\b(?:updated|modified|overwritten|created|edited|written|changed)\b|(?:Successfully|Applied|Updated|Inserted|Deleted|Replaced|Created|Wrote|Edited|Saved|Done|OK)\b)/i

/** The file was changed after the agent saw it, or was not changed. */
const changedBefore = /^(?:The )?(?:file|notebook)\b.*(?:(?:modified|changed) since|unexpectedly modified|\bnot\b)/i

/** Messages of a call that did not come to the file: what is known of the file may still be right. */
const neverRan =
  /^(?:File has not been read yet|The user doesn't want to|Permission (?:to|for|was|has been|denied)\b|\w+ requested permissions? to|File is in a directory that is denied|EACCES: permission denied|Hook \S+ denied this tool|Sibling tool call errored|Cancelled: parallel tool call|No changes to make|InputValidationError|No such tool available|(?:The )?(?:user|tool use|tool call|edit|change|operation|request) (?:(?:was|has been) )?(?:rejected|denied|declined)\b)/i

const notThere = /^(?:Notebook f|F)ile does not exist\./

const notFound = /^(?:String to replace not found|Found (\d+) matches of the string to replace)/

/** A change that did not succeed may show that the file is another than the agent knew, or may have been made in part. */
const failedChange = (path: string, { old_string: asked }: JsonObject, statement: string): readonly FileStep[] => {
  if (notThere.test(statement)) return [{ step: 'gone', path }]
  const found = notFound.exec(statement)
  if (found !== null && typeof asked === 'string') return [{ step: 'sought', path, text: asked, times: Number(found[1] ?? '0') }]
  return neverRan.test(statement) ? [] : [changing([path])]
}

const hasSucceeded = (said: string, statement: string, { isError, isClient }: TextResult): boolean => {
  if (isError || failure.test(said) || neverRan.test(statement)) return false
  return !isClient || isModified(statement) || (success.test(statement) && !changedBefore.test(statement))
}

/** None: the result says nothing of a file, or the call is of another kind. */
export const stepsInText = (call: TextCall, result: TextResult): readonly FileStep[] => {
  const path = needsCall(call.name) ? pathOfCall(call.input) : undefined
  if (path === undefined) return []
  const shown = textOf(result.content)
  const said = shown ?? ''
  if (toolKind(call.name) === 'read') return result.isError || failure.test(said) ? [] : toldRead(path, call.input, shown, result.isClient)
  const statement = statementOf(path, said)
  return hasSucceeded(said, statement, result) ? toldChange(call, path, said) : failedChange(path, call.input, statement)
}
