/** Markdown as the agent wrote it, or a person typed it: no HTML, links ask before they leave, images only from the transcript itself. */
import { memo, type ComponentProps, type ReactNode } from 'react'
import ReactMarkdown, { defaultUrlTransform, type Components } from 'react-markdown'
import rehypeHighlight from 'rehype-highlight'
import remarkGfm from 'remark-gfm'
import { ask } from '../../ui/calls/bridge.ts'
import { copyText, showFailure } from '../../ui/layout/notice.ts'
import { isDeep, keepTyped } from './typed-markdown.ts'

/** Longer texts are shown as they are: laying them out would hold up the window. */
const maxMarkdownLength = 60_000

export interface MarkdownProps {
  readonly text: string
  /** A person typed it: breaks of lines count, and what Markdown hides is shown. */
  readonly isTyped?: boolean
}

export const Markdown = memo(function Markdown({ text, isTyped = false }: MarkdownProps): ReactNode {
  if (text.length > maxMarkdownLength || (isTyped && isDeep(text))) return <div className="plain-text">{text}</div>
  return (
    <div className="markdown">
      <ReactMarkdown
        remarkPlugins={isTyped ? typedPlugins : writtenPlugins}
        rehypePlugins={[[rehypeHighlight, { detect: false }]]}
        components={components}
        urlTransform={safeUrl}
      >
        {text}
      </ReactMarkdown>
    </div>
  )
})

const typed = () => (tree: Parameters<typeof keepTyped>[0], file: { readonly value: unknown }) => keepTyped(tree, String(file.value))

type Plugins = ComponentProps<typeof ReactMarkdown>['remarkPlugins']
const writtenPlugins: Plugins = [remarkGfm]
const typedPlugins: Plugins = [[remarkGfm, { singleTilde: false }], typed]

const safeUrl = (url: string, key: string): string => (key === 'src' && url.startsWith('data:image/') ? url : defaultUrlTransform(url))

const components: Components = {
  a: ({ href, children }) => <Link address={href ?? ''}>{children}</Link>,
  img: ({ src, alt }) => <Picture address={typeof src === 'string' ? src : ''} words={alt ?? ''} />,
  input: ({ checked }) => (
    <input type="checkbox" checked={checked === true} readOnly disabled aria-label={checked === true ? 'done' : 'not done'} />
  ),
}

const Link = ({ address, children }: { readonly address: string; readonly children?: ReactNode }): ReactNode => {
  const open = (): void => {
    if (address.startsWith('https://')) ask('shell.openExternal', { url: address }).catch(showFailure)
    else copyText(address, address)
  }
  return (
    <button type="button" className="link" title={address} onClick={open}>
      {children}
    </button>
  )
}

const Picture = ({ address, words }: { readonly address: string; readonly words: string }): ReactNode =>
  address.startsWith('data:image/') ? (
    <img src={address} alt={words} />
  ) : (
    <span className="faint">[picture {words || address}: not in the transcript]</span>
  )
