/** Cells of a notebook in the results of the tools that read and change notebooks. */
import type { CellView } from '../contract/media.ts'
import { isObject, type JsonObject } from '../model/json-object.ts'
import { contentList } from '../model/record.ts'
import { imageFrom, shownChars } from './media-blocks.ts'

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** A source is one text or a list of lines that contain their line endings. */
const sourceOf = (value: unknown): string =>
  (Array.isArray(value) ? value.filter((line) => typeof line === 'string').join('') : (text(value) ?? '')).slice(0, shownChars)

const outputOf = (output: JsonObject): CellView['outputs'][number] => {
  const image = isObject(output['image']) ? output['image'] : undefined
  const data = image && text(image['image_data'])
  return {
    kind: text(output['output_type']) ?? 'output',
    text: sourceOf(output['text']),
    image: image === undefined || data === null || data === undefined ? null : imageFrom(text(image['media_type']) ?? 'image/png', data),
  }
}

const cellOf = (cell: JsonObject): CellView => ({
  kind: text(cell['cellType']) ?? text(cell['cell_type']) ?? 'code',
  id: text(cell['cell_id']) ?? text(cell['id']),
  language: text(cell['language']),
  run: typeof cell['execution_count'] === 'number' ? cell['execution_count'] : null,
  source: sourceOf(cell['source']),
  outputs: (contentList(cell['outputs']) ?? []).filter(isObject).map(outputOf),
})

/** Cells of the notebook that a result shows; null: it shows none. */
export const cellsIn = (toolUseResult: unknown): readonly CellView[] | null => {
  if (!isObject(toolUseResult) || toolUseResult['type'] !== 'notebook' || !isObject(toolUseResult['file'])) return null
  return (contentList(toolUseResult['file']['cells']) ?? []).filter(isObject).map(cellOf)
}

/** Cells of a notebook file; none where it cannot be parsed. */
const cellsOfFile = (file: unknown): readonly JsonObject[] => {
  try {
    const notebook = JSON.parse(text(file) ?? '{}') as unknown
    return isObject(notebook) ? (contentList(notebook['cells']) ?? []).filter(isObject) : []
  } catch {
    return []
  }
}

/** Source of the cell before an edit; null: nothing was there, or it is not recorded. */
export const cellBeforeIn = (toolUseResult: unknown): string | null => {
  if (!isObject(toolUseResult) || toolUseResult['edit_mode'] === 'insert') return null
  const id = text(toolUseResult['cell_id'])
  const cell = id === null ? undefined : cellsOfFile(toolUseResult['original_file']).find((each) => each['id'] === id)
  return cell === undefined ? null : sourceOf(cell['source'])
}
