/** A conversation as one self-contained HTML page: no script runs, nothing is loaded, and no text of the conversation becomes markup. */
import type { Conversation } from '../conversation/conversation.ts'
import type { ConversationRow } from '../conversation/conversation-row.ts'
import { htmlBlock, plainContent } from './html-block.ts'
import { contentPolicy, style } from './html-style.ts'
import { escaped } from './html-text.ts'
import type { Sliced } from '../model/sliced.ts'
import { objectIn, textIn } from '../model/json-object.ts'
import { notesIn, ownBlocks, resultsIn, speakerOf, type PageHead, type Results, type Speaker } from './page-parts.ts'

const classes: Readonly<Partial<Record<Speaker, string>>> = {
  Assistant: 'assistant',
  'Summary of the earlier conversation': 'summary',
  User: 'user',
  Client: 'client',
}

const classOfSection = (speaker: Speaker): string => classes[speaker] ?? 'message'

const headOf = ({ title, facts }: PageHead): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escaped(contentPolicy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${escaped(title)}</title>
<style>${style}</style>
</head>
<body>
<header>
<h1>${escaped(title)}</h1>
<dl class="facts">
${facts.map(([name, value]) => `<dt>${escaped(name)}</dt><dd>${escaped(value)}</dd>`).join('\n')}
</dl>
</header>
<main>
`

/** When it was said, and by which model. */
const aboutRow = ({ line }: ConversationRow): string => {
  const model = line === undefined ? undefined : textIn(objectIn(line.record, 'message'), 'model')
  const at = line?.timestamp
  const parts = [
    ...(at === undefined ? [] : [`<time datetime="${escaped(at)}">${escaped(at)}</time>`]),
    ...(model === undefined ? [] : [escaped(model)]),
  ]
  return parts.length === 0 ? '' : ` <small>${parts.join(' · ')}</small>`
}

const wordsOf = (row: ConversationRow, speaker: Speaker, results: Results): string => {
  const blocks = ownBlocks(row)
  if (speaker !== 'Client') return blocks.map((block) => htmlBlock(block, speaker, results)).join('\n')
  return `<details>\n<summary>Messages of the client</summary>\n${plainContent(blocks)}\n</details>`
}

const lostList = ({ lost }: Conversation): string => {
  if (lost.length === 0) return ''
  const items = lost.map(({ what, count, why }) => `<li>${count} × ${escaped(what)}: ${escaped(why)}</li>`)
  return `<footer>\n<h2>Excluded, changed or added</h2>\n<ul>\n${items.join('\n')}\n</ul>\n</footer>\n`
}

/** Every block of the conversation once; results stand with their calls. */
export function* html(conversation: Conversation, head: PageHead): Sliced<Buffer> {
  const results = resultsIn(conversation)
  const parts = [Buffer.from(headOf(head))]
  const notes = notesIn(conversation)
  const noteTexts = (before: ConversationRow | undefined): string =>
    (notes.get(before) ?? []).map((note) => `<p><em>${escaped(note)}</em></p>\n`).join('')
  let speaker: Speaker | undefined
  for (const row of conversation.rows) {
    if (ownBlocks(row).length === 0) continue
    const next = speakerOf(row, head.classOf)
    if (next !== speaker || row.typed || notes.has(row)) {
      const end = speaker === undefined ? '' : '</section>\n'
      parts.push(Buffer.from(`${end}${noteTexts(row)}<section class="turn ${classOfSection(next)}">\n<h2>${next}${aboutRow(row)}</h2>\n`))
    }
    speaker = next
    parts.push(Buffer.from(`${wordsOf(row, next, results)}\n`))
    yield
  }
  parts.push(
    Buffer.from(
      `${speaker === undefined ? '' : '</section>\n'}${noteTexts(undefined)}</main>\n${lostList(conversation)}</body>\n</html>\n`,
    ),
  )
  return Buffer.concat(parts)
}
