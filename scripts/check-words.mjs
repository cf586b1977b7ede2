/**
 * `npm run check:words`: refuses words that texts for people do not use (scripts/words/ruled-out.json). It reads the strings of the
 * program, the comments of its SQL and of its tables (COMMENT ON), and the documents. In comments of code and in names it counts them: the
 * numbers may not exceed scripts/words/budget.json, which only falls. With --comments it lists these too; with paths only what is below them.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from './setup/project-root.mjs'
import { runScript, say } from './setup/say.mjs'

const { words, comments, names, except } = JSON.parse(readFileSync(path.join(projectRoot, 'scripts/words/ruled-out.json'), 'utf8'))
const rules = words.map(({ pattern, use }) => ({ found: new RegExp(`\\b(?:${pattern})\\b`, 'gi'), use }))
const commentRules = [...rules, ...comments.map(({ pattern, use }) => ({ found: new RegExp(pattern, 'g'), use }))]
const namesBy = (list) => list.map(({ pattern, use }) => ({ found: new RegExp(`^(?:${pattern})$`, 'g'), use }))
const nameRules = namesBy(names.filter(({ exported }) => exported !== true))
const budgetFile = path.join(projectRoot, 'scripts/words/budget.json')

const isProgram = (file) => /^(?:app|importer|main|renderer)\/.*\.tsx?$/.test(file)
const isSql = (file) => /^app\/.*\.sql$/.test(file)
const isDocument = (file) => /\.md$/.test(file) && !/^(?:samples|test\/fixtures)\//.test(file)

/** Texts of a file with the line on which each begins. */
function textsOf(file, ts) {
  const source = readFileSync(path.join(projectRoot, file), 'utf8')
  if (isDocument(file)) return [{ line: 1, text: source.replaceAll(/^```[^]*?^```$/gm, (block) => block.replaceAll(/[^\n]/g, '')) }]
  if (isSql(file)) return textsOfSql(source)
  return textsOfProgram(file, source, ts)
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

/** Strings, comments and exported names of a file of the program. */
function textsOfProgram(file, source, ts) {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.ES2022, true, kind)
  const texts = []
  const add = (from, text, part) => texts.push({ line: tree.getLineAndCharacterOfPosition(from).line + 1, text, part })
  const visit = (node) => {
    if (ts.isImportDeclaration(node)) return
    const isText = ts.isStringLiteralLike(node) || ts.isJsxText(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)
    if (isText) add(node.getStart(), node.text)
    const isNamed = ts.isVariableDeclaration(node) || ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node)
    if (isNamed && node.name !== undefined && ts.isIdentifier(node.name)) {
      const statement = ts.isVariableDeclaration(node) ? node.parent.parent : node
      const isExported = ts.canHaveModifiers(statement) && (ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Export) !== 0
      add(node.name.getStart(), node.name.text, isExported ? 'exported names' : 'names')
    }
    ts.forEachChild(node, visit)
  }
  visit(tree)
  for (const { 0: text, index } of source.matchAll(/\/\*[^]*?\*\/|(?<=^|\s)\/\/[^\n]*/g)) add(index, text, 'comments')
  return texts
}

const rulesOf = { comments: commentRules, names: nameRules, 'exported names': namesBy(names) }

await runScript(async () => {
  const args = process.argv.slice(2)
  const below = args.filter((arg) => !arg.startsWith('--'))
  const { default: ts } = await import('typescript')
  const files = execFileSync('git', ['ls-files'], { cwd: projectRoot, encoding: 'utf8' })
    .split('\n')
    .filter(
      (file) => (isProgram(file) || isSql(file) || isDocument(file)) && (below.length === 0 || below.some((each) => file.startsWith(each))),
    )
  const counts = { texts: 0, comments: 0, names: 0 }
  const isListed = args.includes('--comments')
  for (const file of files)
    for (const { line, text, part = 'texts' } of textsOf(file, ts))
      for (const { found, use } of rulesOf[part] ?? rules)
        for (const { 0: word, index } of text.matchAll(found)) {
          if (except.some((one) => file.startsWith(one.file) && text.includes(one.text))) continue
          counts[part === 'exported names' ? 'names' : part] += 1
          if (part !== 'texts' && !isListed) continue
          const at = line + text.slice(0, index).split('\n').length - 1
          const near = text.slice(Math.max(0, index - 40), index + word.length + 40).replaceAll(/\s+/g, ' ')
          console.log(`${file}:${at}  “${word}” (use: ${use})  … ${near} …`)
        }
  if (counts.texts > 0) say(`${counts.texts} words that texts do not use; see docs/glossary.md`)
  const budget = below.length > 0 ? counts : JSON.parse(readFileSync(budgetFile, 'utf8'))
  const isOver = ['comments', 'names'].map((part) => {
    if (counts[part] === budget[part]) return false
    const advice =
      counts[part] > budget[part]
        ? 'list them with --comments, and write them plainly'
        : 'write the lower number to scripts/words/budget.json'
    say(`${counts[part]} words in ${part} of code that the project does not use, ${budget[part]} are allowed: ${advice}`)
    return true
  })
  return counts.texts > 0 || isOver.includes(true) ? 1 : 0
})
