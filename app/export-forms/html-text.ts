/** Text in an HTML page: in any text, only what Markdown allows becomes markup. */
import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'

/** Characters that HTML does not allow are shown as their pictures. */
const visible = (text: string): string =>
  text.replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, (mark) =>
    mark === '\u007f' ? '\u2421' : String.fromCharCode(0x2400 + mark.charCodeAt(0)),
  )

/** For text and for quoted attributes. */
export const escaped = (text: string): string =>
  visible(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** Text as it is, with its line ends and spaces. */
export const verbatim = (text: string): string => `<pre>\n${escaped(text)}</pre>`

/** Typed text of a person, unchanged. */
export const typedText = (text: string): string => `<div class="typed">${escaped(text)}</div>`

/** Longer texts are shown as they are: laying them out would take long. */
const maxProseLength = 60_000

/** No footnotes: each text of the page would number its own, under the same names. */
const rules = [gfm(), { disable: { null: ['gfmFootnoteCall', 'gfmFootnoteDefinition', 'gfmPotentialFootnoteCall'] } }]

/** Remote pictures are not fetched: their address is shown instead. */
const withoutPictures = (html: string): string =>
  html.replaceAll(/<img src="([^"]*)" alt="([^"]*)"[^>]*>/g, (_, address: string, words: string) =>
    address === '' ? `[picture ${words}]` : `<a href="${address}">[picture ${words === '' ? address : words}]</a>`,
  )

/** Addresses of other kinds are relative to a place that the page is not at, or were taken away. */
const withoutStrayLinks = (html: string): string => html.replaceAll(/<a href="(?!https?:|mailto:)[^"]*"/g, '<a')

/** Markdown that a model wrote: HTML in it stays text, and addresses lead to nothing but pages and mail. */
export const prose = (text: string): string => {
  if (text.length > maxProseLength) return typedText(text)
  const html = micromark(visible(text), { extensions: rules, htmlExtensions: [gfmHtml()] })
  return `<div class="prose">${withoutStrayLinks(withoutPictures(html))}</div>`
}
