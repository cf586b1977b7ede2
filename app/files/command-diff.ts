/** The changes of a shell command, which newer clients record with the result. */
import { isObject, type JsonObject } from '../model/json-object.ts'
import { isTransfer, type FileStep, type Ran } from './file-step.ts'
import { hunksIn, type Hunk } from './patch.ts'
import { changedSomehow } from './call-text.ts'
import { isAtOrBelow } from '../shell/place.ts'
import { readCommand } from '../shell/read-command.ts'

interface ChangedFile {
  readonly path: string
  readonly kind: 'created' | 'deleted' | 'changed'
  /** Undefined: it is not recorded what was changed. */
  readonly hunks: readonly Hunk[] | undefined
}

const filesIn = (diff: JsonObject): readonly ChangedFile[] => {
  const { files } = diff
  if (!Array.isArray(files)) return []
  return files.filter(isObject).flatMap((file): readonly ChangedFile[] => {
    const path = file['filePath']
    if (typeof path !== 'string') return []
    const isEmpty = Array.isArray(file['hunks']) && file['hunks'].length === 0
    const kind = file['created'] === true ? 'created' : file['deleted'] === true ? 'deleted' : 'changed'
    return [{ path, kind, hunks: isEmpty && kind === 'created' ? [] : hunksIn(file['hunks']) }]
  })
}

const pathsIn = (value: unknown): readonly string[] => (Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [])

/** Commands that write whole lines: what they made ends with a line feed. */
const writesLines = (command: string): boolean => /<<|\becho\b/.test(command) && !/\bprintf\b|\becho\s+-\w*n|\bhead\s+-c/.test(command)

const saysEnd = (hunks: readonly Hunk[]): boolean => hunks.some(({ endedOpen, endsOpen }) => endedOpen || endsOpen)

interface CommandOf {
  readonly command: string
  /** Whether the text of the command moves or copies something there. */
  readonly isTarget: (path: string) => boolean
  /** Targets to which the command moved or copied known files. */
  readonly movedTo: ReadonlySet<string>
}

const createdContent = (hunks: readonly Hunk[]): string => {
  const lines = hunks.flatMap(({ lines: own }) => own.map(({ text }) => text))
  return lines.length === 0 ? '' : `${lines.join('\n')}${hunks.some(({ endsOpen }) => endsOpen) ? '' : '\n'}`
}

const fileSteps = ({ path, kind, hunks }: ChangedFile, { command, isTarget, movedTo }: CommandOf): readonly FileStep[] => {
  if (kind === 'deleted') return [{ step: 'gone', path }]
  if (hunks === undefined) return movedTo.has(path) ? [] : [changedSomehow(path)]
  // When the client compares with version control, its diff does not show that a file has no final line feed.
  const isEndUnsure = !saysEnd(hunks) && !writesLines(command)
  const unsure = isEndUnsure && { isEndUnsure }
  if (kind === 'changed') return [{ step: 'edited', path, edits: [], isModified: false, patch: { hunks, hasTabs: true, ...unsure } }]
  const content = createdContent(hunks)
  // What a record says of a content must not depend on the records before it.
  if (isTarget(path)) return [{ step: 'whole', path, content, by: 'edit' }]
  return [{ step: 'written', path, content, isNew: true, ...(content !== '' && unsure) }]
}

interface ShellCall {
  readonly input: JsonObject
  readonly cwd: string | undefined
}

/** @param said steps that the command itself shows @returns undefined: the client recorded no changes */
export const diffSteps = (diff: unknown, { input, cwd }: ShellCall, said: readonly FileStep[]): readonly FileStep[] | undefined => {
  if (!isObject(diff)) return undefined
  const files = filesIn(diff)
  const named = new Set(files.map(({ path }) => path))
  const listed = pathsIn(diff['changedFiles']).filter((path) => !named.has(path))
  const more = typeof diff['moreFiles'] === 'number' ? diff['moreFiles'] : 0
  const ran = said.find((step) => step.step === 'ran')
  const kept = said.filter((step) => step.step !== 'ran')
  const movedTo = new Set(kept.flatMap((step) => (isTransfer(step) ? [step.to] : [])))
  const gone = new Set(kept.flatMap((step) => (step.step === 'moved' || step.step === 'gone' ? [step.path] : [])))
  const except = [...named]
  const command = typeof input['command'] === 'string' ? input['command'] : ''
  const targets = readCommand(command, cwd).acts.flatMap((act) => (act.kind === 'moved' || act.kind === 'copied' ? [act.to] : []))
  const isTarget = (path: string): boolean => targets.some((target) => isAtOrBelow(path, target))
  // Files that are not even listed may be any.
  const effect: Ran['effect'] | undefined = more > listed.length ? { kind: 'any' } : ran?.effect
  const others = listed.filter((path) => !movedTo.has(path) && !gone.has(path))
  return [
    ...(effect === undefined ? [] : [{ step: 'ran', effect, except } as const]),
    ...kept,
    ...files.flatMap((file) => fileSteps(file, { command, isTarget, movedTo })),
    ...others.map(changedSomehow),
  ]
}
