/** `npm run graph`: writes which folder imports which, as a Mermaid diagram, to docs/architecture.md. With --check: fails when that page is not current. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from './setup/project-root.mjs'
import { runCommand } from './setup/run-command.mjs'
import { runScript, say, SetupError } from './setup/say.mjs'

await runScript(async () => {
  const { code, output } = await runCommand(
    process.execPath,
    [
      path.join('node_modules', 'dependency-cruiser', 'bin', 'dependency-cruise.mjs'),
      ...[
        '--config',
        '.dependency-cruiser.cjs',
        '--include-only',
        '^(app|importer|main|renderer)/',
        '--exclude',
        '\\.d\\.ts$',
        '--collapse',
        '^app/engine/[^/]+|^renderer/[^/]+|^app/[^/]+|^(main|importer)',
      ],
      ...['--output-type', 'mermaid', 'app', 'importer', 'main', 'renderer'],
    ],
    { talk: 'quiet' },
  )
  if (code !== 0) throw new SetupError(`dependency-cruiser failed: ${output}`)
  const file = path.join(projectRoot, 'docs', 'architecture.md')
  const about =
    'An arrow means “imports”. `npm run graph` writes this page from the code. The rules behind it, with a reason for each arrow between features of the engine, are in `.dependency-cruiser.cjs`. An agent is one folder in `importer/`, which only `importer/agents.ts` imports; everything else reads the records of `app/model/record.ts`.'
  const page = `# Architecture\n\n${about}\n\n\`\`\`mermaid\n${output.trim()}\n\`\`\`\n`
  if (process.argv.includes('--check')) {
    if (readFileSync(file, 'utf8') === page) return 0
    say('docs/architecture.md is not current: run npm run graph')
    return 1
  }
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, page)
  say(`wrote ${path.relative(projectRoot, file)}`)
  return 0
})
