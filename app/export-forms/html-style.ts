/** How an exported page looks, in light and in dark, on a screen and on paper. */
import { createHash } from 'node:crypto'

export const style = `
:root { color-scheme: light dark; --text: #1a2026; --faint: #5a656f; --page: #ffffff; --box: #f5f6f8; --line: #dadfe5; --human: #9a6200; --model: #0a5fb4; --bad: #b02318; }
@media (prefers-color-scheme: dark) {
  :root { --text: #e3e7ec; --faint: #9aa4af; --page: #16181d; --box: #1e2127; --line: #2d323a; --human: #e8b657; --model: #6fb3f7; --bad: #ff8a7f; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 60rem; padding: 2rem 1.25rem 4rem; background: var(--page); color: var(--text); font: 16px/1.55 system-ui, -apple-system, 'Segoe UI', 'Noto Sans', sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; line-height: 1.3; margin: 0 0 1rem; }
h2 { font-size: 1rem; margin: 0 0 .5rem; display: flex; flex-wrap: wrap; gap: 0 .75rem; align-items: baseline; }
h2 small { font-weight: normal; color: var(--faint); font-size: .8125rem; }
h3 { font-size: .8125rem; color: var(--faint); margin: .75rem 0 .25rem; }
.facts, .input { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .25rem 1rem; margin: 0; }
dt { color: var(--faint); }
dd { margin: 0; }
.turn { border-top: 1px solid var(--line); margin-top: 1.5rem; padding-top: 1rem; }
.turn.user > h2 { color: var(--human); }
.turn.assistant > h2 { color: var(--model); }
.turn.summary { border-left: 3px solid var(--line); padding-left: 1rem; }
.typed { white-space: pre-wrap; margin: .75rem 0; }
pre, code { font: .8125rem/1.5 ui-monospace, 'SF Mono', Menlo, Consolas, 'Noto Sans Mono', monospace; }
pre { background: var(--box); border: 1px solid var(--line); border-radius: 6px; margin: .5rem 0; padding: .625rem .75rem; white-space: pre-wrap; max-height: 40rem; overflow: auto; }
:not(pre) > code { background: var(--box); border-radius: 4px; padding: .1em .3em; }
details { border: 1px solid var(--line); border-radius: 6px; margin: .625rem 0; }
details > :not(summary) { margin-left: .75rem; margin-right: .75rem; }
summary { cursor: pointer; padding: .375rem .75rem; color: var(--faint); }
summary b { color: var(--text); font-weight: 600; }
.failed { color: var(--bad); }
.prose table { border-collapse: collapse; display: block; overflow-x: auto; }
.prose th, .prose td { border: 1px solid var(--line); padding: .25rem .625rem; text-align: left; }
.prose h1, .prose h2, .prose h3 { display: block; font-size: 1.0625rem; color: inherit; margin: 1rem 0 .5rem; }
.prose blockquote { border-left: 3px solid var(--line); color: var(--faint); margin: .75rem 0; padding-left: 1rem; }
a { color: var(--model); }
img { display: block; max-width: 100%; height: auto; margin: .5rem 0; }
footer { border-top: 1px solid var(--line); color: var(--faint); margin-top: 2rem; padding-top: 1rem; }
@media print { body { max-width: none; padding: 0; } pre { max-height: none; } }
`

/** Nothing is loaded, nothing runs: the style above and pictures that are in the page, and nothing else. */
export const contentPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')
