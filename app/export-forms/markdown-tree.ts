/** Markdown as a syntax tree: what a model wrote is read, made harmless and written again, so that no text can become markup. */
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown, gfmToMarkdown } from 'mdast-util-gfm'
import { toMarkdown } from 'mdast-util-to-markdown'
import { gfm } from 'micromark-extension-gfm'
import { isObject, textIn } from '../model/json-object.ts'
import type { JsonObject } from '../model/json-object.ts'

type Root = ReturnType<typeof fromMarkdown>

/** A node of the tree, of any type. */
export type MarkdownNode = JsonObject & { readonly type: string; readonly children?: readonly MarkdownNode[] }

export const textNode = (value: string): MarkdownNode => ({ type: 'text', value })
export const paragraph = (...children: readonly MarkdownNode[]): MarkdownNode => ({ type: 'paragraph', children })
export const heading = (depth: number, value: string): MarkdownNode => ({ type: 'heading', depth, children: [textNode(oneLine(value))] })
export const strong = (value: string): MarkdownNode => ({ type: 'strong', children: [textNode(oneLine(value))] })
export const quote = (children: readonly MarkdownNode[]): MarkdownNode => ({ type: 'blockquote', children })
export const code = (value: string, lang: string | null = null): MarkdownNode => ({ type: 'code', lang, meta: null, value: plain(value) })
export const list = (items: readonly string[]): MarkdownNode => ({
  type: 'list',
  ordered: false,
  spread: false,
  children: items.map((item) => ({ type: 'listItem', spread: false, children: [paragraph(textNode(oneLine(item)))] })),
})

/** Text without control characters, which no Markdown can contain. */
const plain = (text: string): string => text.replaceAll(/\r\n?/g, '\n').replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '')

const oneLine = (text: string): string => plain(text).replaceAll(/\s+/g, ' ').trim()

/** No footnotes: each text of the page would number its own, under the same names. */
const withoutFootnotes = { disable: { null: ['gfmFootnoteCall', 'gfmFootnoteDefinition', 'gfmPotentialFootnoteCall'] } }

const parsed = (text: string, ...more: readonly object[]): MarkdownNode =>
  fromMarkdown(text, { extensions: [gfm(), ...more], mdastExtensions: [gfmFromMarkdown()] }) as unknown as MarkdownNode

export const written = (children: readonly MarkdownNode[]): string =>
  toMarkdown({ type: 'root', children } as unknown as Root, {
    extensions: [gfmToMarkdown()],
    bullet: '-',
    fences: true,
    listItemIndent: 'one',
    resourceLink: true,
    rule: '-',
  })

const isPage = (url: unknown): boolean => typeof url === 'string' && /^(?:https?:\/\/|mailto:)/i.test(url)

/** Levels; beyond them a text is shown as it is. */
const maxLevels = 60

const isDeep = (node: MarkdownNode, levels = 0): boolean =>
  levels > maxLevels || (node.children ?? []).some((child) => isDeep(child, levels + 1))

const isHarmless = (node: MarkdownNode): boolean => {
  if (node.type === 'html' || node.type === 'image' || node.type === 'imageReference') return false
  if ((node.type === 'link' || node.type === 'definition') && !isPage(node['url'])) return false
  return (node.children ?? []).every(isHarmless)
}

/** True for Markdown without HTML, without pictures from elsewhere, and with links to web pages and mail only. */
export const isHarmlessMarkdown = (markdown: string): boolean => {
  const tree = parsed(markdown)
  return !isDeep(tree) && isHarmless(tree)
}

/** Addresses of references, by their names. */
const definitionsIn = (node: MarkdownNode): ReadonlyMap<string, string> => {
  const found = new Map<string, string>()
  const look = ({ type, children = [], identifier, url }: MarkdownNode): void => {
    if (type === 'definition' && !found.has(String(identifier))) found.set(String(identifier), String(url))
    for (const child of children) look(child)
  }
  look(node)
  return found
}

/** A link, or its words with its address when it leads elsewhere than to a page. */
const linkTo = (url: string, words: readonly MarkdownNode[]): readonly MarkdownNode[] => {
  if (!isPage(url)) return [...words, textNode(` (${oneLine(url)})`)]
  return [{ type: 'link', url, title: null, children: words.length === 0 ? [textNode(url)] : words }]
}

const valueOf = (node: MarkdownNode): MarkdownNode => textNode(textIn(node, 'value') ?? '')
const pictureWords = (node: MarkdownNode): MarkdownNode => textNode(`picture ${textIn(node, 'alt') ?? ''}`.trim())

const containers: ReadonlySet<string> = new Set(['root', 'blockquote', 'listItem'])

class Harmless {
  readonly #definitions: ReadonlyMap<string, string>

  constructor(tree: MarkdownNode) {
    this.#definitions = definitionsIn(tree)
  }

  children(node: MarkdownNode): readonly MarkdownNode[] {
    return (node.children ?? []).flatMap((child) => this.#node(child, containers.has(node.type)))
  }

  #node(node: MarkdownNode, isBlock: boolean): readonly MarkdownNode[] {
    switch (node.type) {
      case 'html':
        return [isBlock ? paragraph(valueOf(node)) : valueOf(node)]
      case 'link':
        return linkTo(String(node['url']), this.children(node))
      case 'image':
        return linkTo(String(node['url']), [pictureWords(node)])
      case 'linkReference':
      case 'imageReference':
        return this.#reference(node)
      case 'definition':
        return []
      default:
        return [this.#kept(node)]
    }
  }

  /** Headings are below those of the page. */
  #kept(node: MarkdownNode): MarkdownNode {
    if (node.children === undefined) return node
    const depth = node.type === 'heading' ? { depth: Math.min(6, Number(node['depth']) + 3) } : {}
    return { ...node, ...depth, children: this.children(node) }
  }

  #reference(node: MarkdownNode): readonly MarkdownNode[] {
    const words = node.type === 'linkReference' ? this.children(node) : [pictureWords(node)]
    const url = this.#definitions.get(String(node['identifier']))
    return url === undefined ? words : linkTo(url, words)
  }
}

/** Longer texts are shown as they are: reading them would take long. */
const maxProseLength = 60_000

/** Markdown that a model wrote, with headings below those of the page; a text that cannot be made harmless is code. */
export const prose = (text: string): readonly MarkdownNode[] => {
  const own = plain(text)
  if (own.length > maxProseLength) return [code(own)]
  const tree = parsed(own, withoutFootnotes)
  if (!isObject(tree) || isDeep(tree)) return [code(own)]
  const nodes = new Harmless(tree).children(tree)
  return isHarmlessMarkdown(written(nodes)) ? nodes : [code(own)]
}
