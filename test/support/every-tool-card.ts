/** A conversation with a tool call, an attachment or a block of each kind that the reader shows in its own way. */
import { boardPicture } from '../samples/picture.ts'
import { conversation, type Conversation } from './conversation.ts'

const cwd = '/home/ana/app'

/** Two pages, not compressed. */
const smallPdf = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2>>endobj\n' +
    '3 0 obj<</Type/Page/Parent 2 0 R>>endobj\n4 0 obj<</Type/Page/Parent 2 0 R>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
).toString('base64')

const bar = Array.from({ length: 5 }, (_, at) => `${(at + 1) * 20}%`).join('\r')
export const longOutput = Array.from({ length: 900 }, (_, at) => `line ${at + 1} of the long output of a tool`).join('\n')

const todos = (first: string, second: string, more: readonly string[] = []): readonly object[] =>
  [
    { content: 'Read the parser', status: first, activeForm: 'Reading the parser' },
    { content: 'Fix the fault', status: second, activeForm: 'Fixing the fault' },
    ...more.map((content) => ({ content, status: 'pending', activeForm: content })),
  ] as const

const image = (data: string): object => ({ type: 'image', source: { type: 'base64', media_type: 'image/png', data } })

const oldCode = 'export function sum(numbers: number[]): number {\n  // Adds all numbers\n  let total = 0\n  return total\n}\n'

const notebook = JSON.stringify({ cells: [{ id: 'c1', cell_type: 'code', source: ['total = 1\n', 'print(total)'] }] })

const commands = (talk: Conversation): Conversation =>
  talk
    .thinks('First look at the parser.\nThen fix it.')
    .block({ type: 'redacted_thinking', data: 'AAAA' })
    .runs('npm test', `\u001b[32mok\u001b[0m parser\nprogress ${bar}\nab\bc`, { description: 'Run the tests' })
    .calls('Bash', { command: 'npm run lint\necho done', description: 'Lint' })
    .result('last', 'Exit code 2\n\u001b[31merror\u001b[0m unused variable', { error: true })
    .calls('Bash', { command: 'npm run watch', run_in_background: true })
    .result('last', 'Command running in background with ID: b12', {
      toolUseResult: { stdout: '', stderr: '', interrupted: false, isImage: false, backgroundTaskId: 'b12' },
    })
    .calls('BashOutput', { bash_id: 'b12' })
    .result('last', '<status>completed</status>\n\n<exit_code>0</exit_code>\n\n<stdout>\nready\n</stdout>')
    .calls('Bash', { command: 'rm -rf build' })
    .result('last', "The user doesn't want to proceed with this tool use. The tool use was rejected.", { error: true })
    .calls('Read', { file_path: `${cwd}/nope.txt` })
    .result('last', '<tool_use_error>File does not exist.</tool_use_error>', { error: true })
    .calls('Grep', { pattern: 'sum\\(', path: `${cwd}/src`, output_mode: 'content' })
    .result('last', longOutput)
    .calls('mcp__tracker__create_issue', { team: 'Core', title: 'The sum is wrong' })
    .result('last', 'Created', { toolUseResult: { durationMs: 1_250 } })

const edits = (talk: Conversation): Conversation =>
  talk
    .reads(`${cwd}/src/a-folder-with-a-long-name/another-folder-with-a-long-name/sum.ts`, oldCode)
    .edits(`${cwd}/src/a-folder-with-a-long-name/another-folder-with-a-long-name/sum.ts`, '  let total = 0\n', '  let sum = 0\n')
    .calls('Edit', { file_path: '/etc/other.ts', old_string: 'const a = 1\nconst b = 2', new_string: 'const a = 1\nconst b = 3' })
    .result('last', 'The file was updated', { toolUseResult: null })
    .writes(`${cwd}/src/new-file.ts`, 'export const answer = 42\n')
    .calls('NotebookEdit', { notebook_path: `${cwd}/plots.ipynb`, cell_id: 'c1', cell_type: 'code', new_source: 'total = 2\nprint(total)' })
    .result('last', 'Updated cell c1', {
      toolUseResult: { cell_id: 'c1', cell_type: 'code', edit_mode: 'replace', new_source: '', original_file: notebook },
    })

const media = (talk: Conversation): Conversation =>
  talk
    .calls('Read', { file_path: `${cwd}/board.png` })
    .result('last', [image(boardPicture(2))], { toolUseResult: { type: 'image' } })
    .calls('Read', { file_path: `${cwd}/manual.pdf` })
    .result('last', 'PDF file read', {
      toolUseResult: { type: 'pdf', file: { filePath: `${cwd}/manual.pdf`, base64: smallPdf, originalSize: 4_096 } },
    })
    .calls('Read', { file_path: `${cwd}/plots.ipynb` })
    .result('last', '<cell id="c1">total = 1</cell id="c1">', {
      toolUseResult: {
        type: 'notebook',
        file: {
          filePath: `${cwd}/plots.ipynb`,
          cells: [
            { cellType: 'markdown', cell_id: 'm1', source: '# Totals' },
            {
              cellType: 'code',
              cell_id: 'c1',
              language: 'python',
              execution_count: 3,
              source: 'import math\nprint(math.pi)',
              outputs: [
                { output_type: 'stream', text: '3.14159' },
                { output_type: 'display_data', image: { image_data: boardPicture(1), media_type: 'image/png' } },
              ],
            },
          ],
        },
      },
    })

const lists = (talk: Conversation): Conversation =>
  talk
    .calls('TodoWrite', { todos: todos('completed', 'in_progress', ['Write a test']) })
    .result('last', 'Todos have been modified successfully.', {
      toolUseResult: { oldTodos: todos('in_progress', 'pending', ['Old idea']), newTodos: [] },
    })
    .calls('AskUserQuestion', {
      questions: [
        { question: 'Which parser?', header: 'Parser', options: [{ label: 'The old one', description: 'Slow' }, { label: 'A new one' }] },
      ],
    })
    .result('last', 'User has answered your questions.', { toolUseResult: { answers: { 'Which parser?': 'A new one' } } })
    .calls('ExitPlanMode', { plan: '# Plan: a new parser\n\n- Write it\n- Test it' })
    .result('last', 'User has approved your plan.')

const notices = (talk: Conversation): Conversation =>
  talk
    .attachment(
      { type: 'file', filename: `${cwd}/NOTES.md`, displayPath: 'NOTES.md', content: { type: 'text', file: { content: 'notes' } } },
      'Result of calling the Read tool:\n1\tMind the parser',
    )
    .attachment({
      type: 'hook_success',
      hookName: 'SessionStart:startup',
      hookEvent: 'SessionStart',
      content: 'Hook says hello',
      exitCode: 0,
    })
    .attachment({ type: 'diagnostics', files: [{ uri: 'file:///a.ts', diagnostics: [{ message: 'No such name', severity: 'Error' }] }] })
    .attachment({ type: 'command_permissions', allowedTools: [] })

export const everyToolCard = (): Conversation => {
  const talk = conversation({ cwd, version: '2.1.330' }).human('Fix the parser, see the picture')
  talk.user([{ type: 'document', title: 'notes.txt', source: { type: 'text', media_type: 'text/plain', data: 'Page one\fPage two' } }])
  notices(talk).meta('Base directory for this skill: /skills/parser\n\nUse the parser.')
  return lists(media(edits(commands(talk)))).agent('Done.')
}
