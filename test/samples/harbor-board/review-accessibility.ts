/** Sub-agents: three look at the board at the same time, one of them sends out another; the pull request is linked. */
import type { Conversation } from '../../support/conversation.ts'
import { opens, smallTurns, titled, turn } from '../story.ts'
import { boardSource, feedSource, haiku, harborScene, harborTalk } from './scene.ts'

const css = `.board { background: #182a44; color: #8fa3bf; font: 600 44px/1.3 "Inter", sans-serif; }
.row { display: grid; grid-template-columns: 6em 1fr 2em; padding: 0.2em 0.6em; }
.row.late .time { color: #d67830; }
.row:focus { outline: none; }
@media (max-width: 900px) { .board { font-size: 28px; } }
`

function checksContrast(agent: Conversation): void {
  agent
    .thinks('Compute the contrast of the two colours on the background.')
    .reads('src/board.css', css)
    .runs("node scripts/contrast.mjs '#182a44' '#8fa3bf' '#d67830'", '#8fa3bf on #182a44: 5.60\n#d67830 on #182a44: 4.41')
    .agent('Contrast on `#182a44`:\n\n- normal text `#8fa3bf`: **5.6** (needs 4.5, fine)\n- late time `#d67830`: **4.4** (needs 4.5 below 24 px, 3.0 above)\n\nAt 28 px bold the late colour passes as large text, but only just. Colour is the *only* sign of a delay besides `+10`.')
}

function readsTheMarkup(agent: Conversation): void {
  agent
    .agent('I read the component and what it renders.')
    .parallel([
      { tool: 'Read', input: { file_path: '/home/mira/code/harbor-board/src/board.tsx' }, result: boardSource },
      { tool: 'Read', input: { file_path: '/home/mira/code/harbor-board/src/feed.ts' }, result: feedSource },
    ])
    .subagent({ type: 'Explore', model: haiku, description: 'Find live regions', prompt: 'Search the repository for aria-live, role="status" and role="table". Report file and line, nothing else.' }, (inner) =>
      inner
        .parallel([
          { tool: 'Grep', input: { pattern: 'aria-live|role="status"', path: '.' }, result: 'No matches found' },
          { tool: 'Grep', input: { pattern: 'role="table"|<table', path: '.' }, result: 'docs/mockup.html:31:  <table class="board">' },
        ])
        .agent('Only `docs/mockup.html:31` has a table; there is no live region anywhere.'),
    )
    .agent('The board is made of `div` and `span`: a screen reader hears "14:05 Kirkholm 2" without knowing what the 2 is. The first mock-up used a real table. New delays are not announced. I suggest `<table>` with a caption and one polite live region for changes.')
}

function triesTheKeyboard(agent: Conversation): void {
  agent
    .runs('npx playwright test a11y/keyboard.spec.ts --reporter=line', 'Exit code 1\n1) keyboard.spec.ts:8 every row can be reached\n   expected focus on row 1, found <body>\n1 failed', { error: true, after: 11_000 })
    .thinks('Rows are not focusable, and the outline is removed. On a wall display that does not matter, on the web page it does.')
    .agent('Rows cannot be focused at all, and `.row:focus { outline: none }` would hide it. On the wall nobody has a keyboard; on the public page the same component is used.')
}

const findings = `Three reviews, five findings, most important first:

1. **Structure**: rows are \`div\`s. Use a table with a caption and column headers.
2. **Announcements**: a delay changes silently. One polite live region, at most one message a minute.
3. **Focus**: rows are unreachable on the public page, and the outline is switched off.
4. **Colour alone**: late boats differ by hue only. Add a word: *late 10 min*.
5. **Contrast** of the late colour is 4.4; \`#e08a45\` gives 5.4 and looks the same from ten metres.

> The nested search also found that the first mock-up had a table. It was lost when the grid came in (\`41d90ab\`).

Shall I do 1–4? The fifth is a matter of taste.`

function doesTheWork(talk: Conversation): void {
  talk
    .thinks('Write the table, keep the class names so that the style sheet changes little.')
    .reads('src/board.tsx', boardSource)
    .edits('src/board.tsx', '<div className="board">', '<table className="board" aria-label="Next departures">')
    .edits('src/board.tsx', '    </div>\n  )', '    </table>\n  )')
    .edits('src/board.tsx', "<div key={departure.id} className={departure.delayMinutes > 0 ? 'row late' : 'row'}>", "<tr key={departure.id} tabIndex={0} className={departure.delayMinutes > 0 ? 'row late' : 'row'}>")
    .edits('src/board.css', '.row:focus { outline: none; }', '.row:focus-visible { outline: 3px solid currentColor; }')
    .edits('src/board.css', '#d67830', '#e08a45')
    .runs('npx playwright test a11y --reporter=line', '4 passed (9.1s)', { after: 9_600 })
    .runs('git checkout -q -b a11y/board-table && git commit -qam "A board that can be heard" && gh pr create --fill', 'https://git.example/harbor-board/pull/58', { after: 4_100, description: 'Open a pull request' })
    .agent('Done, all five. The pull request is [#58](https://git.example/harbor-board/pull/58); the four accessibility tests pass.')
}

const questions = [
  { prompt: 'The town asks for the WCAG level. Which one do we meet now?', reply: 'Level **AA** for what I checked: structure, keyboard, contrast, status messages. I did not check zoom to 400 % and the reading order with the strip on top; both are quick to do.' },
  { prompt: 'Do these two.', command: 'npx playwright test a11y/zoom.spec.ts a11y/order.spec.ts --reporter=line', output: '2 passed (5.2s)', reply: 'Both hold: at 400 % nothing is cut off, and the strip is read before the table.' },
] as const

export function reviewAccessibility(): readonly Conversation[] {
  const talk = harborTalk('review-accessibility', 'main', { start: '2026-01-20T13:05:00.000Z' })
  turn(talk, 'The town wants to put the board on its website. Review it for accessibility: markup, contrast and keyboard. Use sub-agents so that we do not wait.', () => {
    opens(talk, harborScene('main'))
    talk
      .thinks('Three independent questions: contrast, markup, keyboard. They can run in parallel.')
      .agent('I send out three reviewers at the same time.')
      .subagents([
        { type: 'general-purpose', description: 'Contrast', prompt: 'Check the contrast of all text colours in src/board.css against their background. Give numbers.', build: checksContrast },
        { type: 'Explore', description: 'Markup', prompt: 'Read src/board.tsx as a screen reader would. What is lost? You may send out a search.', build: readsTheMarkup },
        { type: 'general-purpose', model: haiku, description: 'Keyboard', prompt: 'Run the keyboard tests in a11y/ and explain what fails.', build: triesTheKeyboard },
      ])
      .agent(findings)
  })
  titled(talk, 'Accessibility review of the board')
  turn(talk, 'All five please. From ten metres the colour is mine to explain :)', () => doesTheWork(talk))
  talk.bookkeeping({ type: 'pr-link', sessionId: talk.sessionId, prNumber: 58, prUrl: 'https://git.example/harbor-board/pull/58', prRepository: 'harbor-board', timestamp: talk.now.toISOString() })
  talk.command('/rename', 'accessibility of the board', 'Session renamed to: accessibility of the board')
  talk.bookkeeping({ type: 'custom-title', customTitle: 'accessibility of the board', sessionId: talk.sessionId })
  talk.bookkeeping({ type: 'agent-name', agentName: 'accessibility of the board', sessionId: talk.sessionId })
  smallTurns(talk, questions)
  turn(talk, 'Thanks, that went fast.', () => talk.agent('Gladly. The reviewers took about half a minute together; one after the other it would have been three times that.'))
  return [talk]
}
