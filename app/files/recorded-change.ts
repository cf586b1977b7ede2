/** Data that the client recorded with the result of an edit or a write. */
import { isObject, type JsonObject } from '../model/json-object.ts'
import type { TextEdit } from './apply-edit.ts'
import { changing, type FileStep } from './file-step.ts'
import { hunksIn, type Patch } from './patch.ts'
import { changedSomehow } from './call-text.ts'

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

const textEdit = (edit: JsonObject, names: readonly [string, string, string]): readonly TextEdit[] => {
  const [from, to] = [text(edit[names[0]]), text(edit[names[1]])]
  return from === undefined || to === undefined ? [] : [{ from, to, isEverywhere: edit[names[2]] === true }]
}

const editsIn = (result: JsonObject): readonly TextEdit[] =>
  Array.isArray(result['edits'])
    ? result['edits'].filter(isObject).flatMap((edit) => textEdit(edit, ['old_string', 'new_string', 'replace_all']))
    : textEdit(result, ['oldString', 'newString', 'replaceAll'])

/** The content before an edit or a write, as the client recorded it. */
const contentBefore = (result: JsonObject): string | undefined =>
  text(result['originalFile'] ?? result['originalFileContents'] ?? result['original_file'])

const patchIn = (result: JsonObject): { readonly patch: Patch } | undefined => {
  const hunks = hunksIn(result['structuredPatch'])
  return hunks && { patch: { hunks, hasTabs: false } }
}

/** Whether a result of a change neither says what changed nor that something else did: then its call says it. */
export const saysNothing = (result: JsonObject): boolean =>
  contentBefore(result) === undefined &&
  [result['content'], result['updated_file']].every((one) => text(one) === undefined) &&
  editsIn(result).length === 0 &&
  patchIn(result) === undefined &&
  result['userModified'] !== true &&
  (result['error'] ?? '') === ''

export const changed = (path: string, result: JsonObject): readonly FileStep[] => {
  // The notebook does not contain the cell that the call names.
  if (typeof result['error'] === 'string' && result['error'] !== '') return []
  const before = contentBefore(result)
  const seen: readonly FileStep[] = before === undefined ? [] : [{ step: 'whole', path, content: before, by: 'edit' }]
  const content = text(result['content'])
  const isNew = result['type'] === 'create'
  if (content !== undefined) {
    const patch = patchIn(result)
    // Without a patch, the content may be what the agent proposed.
    const doubt = result['userModified'] === true && patch === undefined ? [changing([path])] : []
    return [...seen, { step: 'written', path, content, isNew, ...patch }, ...doubt]
  }
  const updated = text(result['updated_file'])
  if (updated !== undefined) return [...seen, { step: 'written', path, content: updated, isNew }]
  const [edits, patch] = [editsIn(result), patchIn(result)]
  if (edits.length > 0 || patch !== undefined)
    return [...seen, { step: 'edited', path, edits, isModified: result['userModified'] === true, ...patch }]
  return [...seen, changedSomehow(path)]
}
