/** What texts and calls name: paths, symbols, commands, errors. The same rules find them in a history and in what is needed of it. */
import { changerKinds, readerKinds } from '../model/tool-kind.ts'
import { isObject, textIn, type JsonObject } from '../model/json-object.ts'
import type { CallStep } from '../packs/recorded-steps.ts'

/** Characters of a text that are read. */
const maxText = 200_000

export const readPart = (text: string): string => (text.length > maxText ? text.slice(0, maxText) : text)

/** Below the working directory as seen from there, with forward slashes. */
export const canonicalPath = (path: string, cwd: string | undefined): string => {
  const plain = path.replaceAll('\\', '/').replace(/(?<!\/)\/+$/, '')
  const folder = cwd?.replaceAll('\\', '/').replace(/(?<!\/)\/+$/, '')
  if (folder !== undefined && folder !== '' && plain.startsWith(`${folder}/`)) return plain.slice(folder.length + 1)
  return plain.replace(/^\.\//, '')
}

const pathOf = (input: JsonObject): string | undefined =>
  textIn(input, 'file_path') ?? textIn(input, 'notebook_path') ?? textIn(input, 'path')

/** The file that a call reads or changes; undefined: it does neither. */
export const fileOf = (call: CallStep): string | undefined => {
  if (!readerKinds.has(call.does) && !changerKinds.has(call.does)) return undefined
  const path = pathOf(call.input)
  return path === undefined ? undefined : canonicalPath(path, call.cwd)
}

const shellKinds: ReadonlySet<string> = new Set(['shell', 'other-shell'])

/** Without redirections and the folder that it begins in, on one line. */
export const plainCommand = (command: string): string =>
  command
    .replace(/(^|\s)(?:(?:\d|&)?>>?(?:&\d|\s*[^\s;|&<>()]+)|<\s*[^\s;|&<>()]+)/g, '$1')
    .replace(/^\s*cd\s+\S+\s*&&\s*/, '')
    .replace(/\s+/g, ' ')
    .trim()

export const commandOf = (call: CallStep): string | undefined => {
  const command = shellKinds.has(call.does) ? textIn(call.input, 'command') : undefined
  const plain = command === undefined ? undefined : plainCommand(command)
  return plain === '' ? undefined : plain
}

const lookingKinds: ReadonlySet<string> = new Set(['find', 'web'])

/** The same for two calls that give the same: the file, the command, or the search; undefined: the call is none of these. */
export const callKey = (call: CallStep): string | undefined => {
  const command = commandOf(call)
  if (command !== undefined) return `$ ${command}`
  const file = fileOf(call)
  if (file !== undefined) return `${readerKinds.has(call.does) ? 'read' : 'change'} ${file}`
  return lookingKinds.has(call.does) ? `${call.tool} ${JSON.stringify(call.input)}` : undefined
}

/** Fields of inputs whose values are words of the tool. */
const choices: ReadonlySet<string> = new Set([
  'output_mode',
  'status',
  'subagent_type',
  'type',
  'mode',
  'model',
  'cell_type',
  'edit_mode',
  'priority',
])

/** All texts of an input. */
export const textsIn = (value: unknown, depth = 0): readonly string[] => {
  if (typeof value === 'string') return [value]
  if (depth > 20) return []
  if (Array.isArray(value)) return value.flatMap((one) => textsIn(one, depth + 1))
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([name, one]) => (choices.has(name) ? [] : textsIn(one, depth + 1)))
}

/** Where the first folder of a path begins: once in a run of its characters, so that a long run without a slash is read once. */
export const pathBegin = /(?=[\w@~+-])(?<=(?<![\w.@~+-])\.*)/g

/** Where a name with an extension begins: once in a run of its characters. */
export const nameBegin = /(?=\w)(?<=(?<![\w@.-])[@.-]*)/g

const pathPattern = new RegExp(
  [
    String.raw`${pathBegin.source}[\w.@~+-]+(?:\/[\w.@~+-]+)+`,
    String.raw`\.{0,2}(?:\/[\w.@~+-]+)+`,
    String.raw`${nameBegin.source}[\w.@-]+\.[A-Za-z]\w{0,7}\b`,
  ].join('|'),
  'g',
)

/** Paths, and names with an extension: those are a path only where a file has the name. */
export const pathsIn = (text: string, cwd: string | undefined): ReadonlySet<string> => {
  const found = new Set<string>()
  for (const [path] of text.matchAll(pathPattern)) {
    const plain = canonicalPath(path.replace(/(?<!\.)\.+$/, ''), cwd)
    if (plain !== '' && plain.length < 400) found.add(plain)
  }
  return found
}

export const wordPattern = /[\p{L}_$][\p{L}\p{N}_$]{3,63}/gu

/** An identifier that is no plain word: it has an inner capital, or an underscore between letters. */
export const isSymbol = (word: string): boolean => word.length > 4 && (/[a-z0-9][A-Z]/.test(word) || /[A-Za-z0-9]_[A-Za-z0-9]/.test(word))

/** Parts of paths are none. */
export const symbolsIn = (text: string): ReadonlySet<string> =>
  new Set((text.replace(pathPattern, (path) => (path.includes('/') ? ' ' : path)).match(wordPattern) ?? []).filter(isSymbol))

/** Words of a prompt that searches ignore. */
const plainWords = new Set(
  (
    'about after again also because been before being both could does doing done each from give have here into just like make more most much ' +
    'need only other over please same should some such than that their them then there these they this those very want were what when where ' +
    'which while will with would your lets continue okay yes auch aber dass dein diese doch eine einen haben jetzt kann mach noch nicht oder ' +
    'sind und werden wird'
  ).split(' '),
)

export const wordsIn = (text: string): ReadonlySet<string> =>
  new Set((text.match(wordPattern) ?? []).map((word) => word.toLowerCase()).filter((word) => !plainWords.has(word)))

const saysWhy =
  /error|fail|exception|fatal|panic|not found|no such|denied|cannot|can't|invalid|unable|refused|timed out|must be|has not been|does not|not allowed|undefined|undeclared|mismatch|:\d+:\d+: /i

/** The line of a failed result that says why, without durations and numbers of lines; undefined: it says nothing. */
export const errorIn = (text: string): string | undefined => {
  const lines = readPart(text)
    .replaceAll(/<\/?tool_use_error>|\u001b\[[0-9;]*m/g, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^(?:Error: )?Exit code -?\d+$/.test(line))
  // A heading such as FAIL is that of any failure.
  const line = lines.find((one) => saysWhy.test(one) && /\S\s+\S/.test(one)) ?? lines[0]
  return line
    ?.toLowerCase()
    .replaceAll(/\(?\b\d+(?:\.\d+)?m?s\b\)?/g, '')
    .replaceAll(/(?<=:)\d+\b/g, 'n')
    .slice(0, 300)
}
