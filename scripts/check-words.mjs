/**
 * `npm run check:words`: refuses words that texts for people do not use (scripts/words/ruled-out.json). It reads the strings of the
 * program, the comments of its SQL and of its tables (COMMENT ON), and the documents. With --comments also the comments of the code; with paths only what is below them.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from './setup/project-root.mjs'
import { runScript, say } from './setup/say.mjs'

const { words, except } = JSON.parse(readFileSync(path.join(projectRoot, 'scripts/words/ruled-out.json'), 'utf8'))
const rules = words.map(({ pattern, use }) => ({ found: new RegExp(`\\b(?:${pattern})\\b`, 'gi'), use }))

const isProgram = (file) => /^(?:app|importer|main|renderer)\/.*\.tsx?$/.test(file)
const isSql = (file) => /^app\/.*\.sql$/.test(file)
const isDocument = (file) => /\.md$/.test(file) && !/^(?:samples|test\/fixtures)\//.test(file)

/** Texts of a file with the line on which each begins. */
function textsOf(file, ts, withComments) {
  const source = readFileSync(path.join(projectRoot, file), 'utf8')
  if (isDocument(file)) return [{ line: 1, text: source.replaceAll(/^```[^]*?^```$/gm, (block) => block.replaceAll(/[^\n]/g, '')) }]
  if (isSql(file)) return textsOfSql(source)
  return textsOfProgram(file, source, ts, withComments)
}

/** Comments of SQL, and the texts that COMMENT ON gives to tables and columns: `strata sql --schema` shows them. */
function textsOfSql(source) {
  const lineAt = (index) => source.slice(0, index).split('\n').length
  const given = [...source.matchAll(/^COMMENT\s+ON\s[^']*?\sIS\s+'((?:[^']|'')*)'/gim)]
  const comments = [...source.replaceAll(/'(?:[^'\n]|'')*'/g, (text) => ' '.repeat(text.length)).matchAll(/--[^\n]*/g)]
  return [
    ...given.map(({ 0: all, 1: text, index }) => ({
      line: lineAt(index + all.length - text.length - 1),
      text: text.replaceAll("''", "'"),
    })),
    ...comments.map(({ 0: { length }, index }) => ({ line: lineAt(index), text: source.slice(index, index + length) })),
  ]
}

function textsOfProgram(file, source, ts, withComments) {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.ES2022, true, kind)
  const texts = []
  const add = (from, text) => texts.push({ line: tree.getLineAndCharacterOfPosition(from).line + 1, text })
  const visit = (node) => {
    if (ts.isImportDeclaration(node)) return
    const isText = ts.isStringLiteralLike(node) || ts.isJsxText(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)
    if (isText) add(node.getStart(), node.text)
    ts.forEachChild(node, visit)
  }
  visit(tree)
  if (withComments) for (const { 0: text, index } of source.matchAll(/\/\*[^]*?\*\/|(?<=^|\s)\/\/[^\n]*/g)) add(index, text)
  return texts
}

await runScript(async () => {
  const args = process.argv.slice(2)
  const below = args.filter((arg) => !arg.startsWith('--'))
  const { default: ts } = await import('typescript')
  const files = execFileSync('git', ['ls-files'], { cwd: projectRoot, encoding: 'utf8' })
    .split('\n')
    .filter(
      (file) => (isProgram(file) || isSql(file) || isDocument(file)) && (below.length === 0 || below.some((each) => file.startsWith(each))),
    )
  let count = 0
  for (const file of files)
    for (const { line, text } of textsOf(file, ts, args.includes('--comments')))
      for (const { found, use } of rules)
        for (const { 0: word, index } of text.matchAll(found)) {
          if (except.some((one) => file.startsWith(one.file) && text.includes(one.text))) continue
          count += 1
          const at = line + text.slice(0, index).split('\n').length - 1
          const near = text.slice(Math.max(0, index - 40), index + word.length + 40).replaceAll(/\s+/g, ' ')
          console.log(`${file}:${at}  “${word}” (use: ${use})  … ${near} …`)
        }
  if (count > 0) say(`${count} words that texts do not use; see docs/glossary.md`)
  return count > 0 ? 1 : 0
})
