/** Syntax colours of code, line by line, with the grammars that markdown uses too. */
import { common, createLowlight } from 'lowlight'
import { baseName } from '../../../ui/format/format-path.ts'
import type { ColouredText } from './line-pieces.ts'

const lowlight = createLowlight(common)

/** Names and endings that are no name of a grammar. */
const grammars: Readonly<Record<string, string>> = {
  mts: 'typescript',
  cts: 'typescript',
  cjs: 'javascript',
  mjs: 'javascript',
  svelte: 'xml',
  vue: 'xml',
  jsonl: 'json',
  jsonc: 'json',
  ipynb: 'json',
  dockerfile: 'bash',
  mod: 'go',
  tf: 'ini',
  env: 'ini',
  conf: 'ini',
  cfg: 'ini',
}

/** The grammar of a file by its name; undefined: none is known. */
export const languageOf = (path: string): string | undefined => {
  const name = baseName(path).toLowerCase()
  const ending = name.includes('.') ? (name.split('.').at(-1) ?? '') : name
  const language = grammars[ending] ?? ending
  return language !== '' && lowlight.registered(language) ? language : undefined
}

/** Longer texts stay plain: colouring them would hold up the window. UTF-16 code units. */
const maxTextLength = 60_000

const plainLines = (text: string): readonly (readonly ColouredText[])[] => text.split('\n').map((line) => [{ text: line, classes: '' }])

type Node = ReturnType<typeof lowlight.highlight>['children'][number]

const classesOf = (node: Extract<Node, { readonly type: 'element' }>, around: string): string => {
  const names = node.properties['className']
  return [around, ...(Array.isArray(names) ? names : [])].filter((name) => name !== '').join(' ')
}

const collect = (nodes: readonly Node[], classes: string, lines: ColouredText[][]): void => {
  for (const node of nodes) {
    if (node.type === 'element') collect(node.children, classesOf(node, classes), lines)
    if (node.type !== 'text') continue
    node.value.split('\n').forEach((text, place) => {
      if (place > 0) lines.push([])
      if (text !== '') lines.at(-1)?.push({ text, classes })
    })
  }
}

/** @param language name of a grammar; undefined: plain. */
export const colouredLines = (text: string, language: string | undefined): readonly (readonly ColouredText[])[] => {
  if (language === undefined || text.length > maxTextLength || !lowlight.registered(language)) return plainLines(text)
  const lines: ColouredText[][] = [[]]
  collect(lowlight.highlight(language, text).children, '', lines)
  return lines
}
