/** `npm run graph`: writes the folders and who imports whom as a Mermaid diagram to docs/architecture.md. */
import { mkdirSync, writeFileSync } from 'node:fs'
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
        '^(app|renderer)/[^/]+|^(main|importer)',
      ],
      ...['--output-type', 'mermaid', 'app', 'importer', 'main', 'renderer'],
    ],
    { talk: 'quiet' },
  )
  if (code !== 0) throw new SetupError(`dependency-cruiser failed: ${output}`)
  const file = path.join(projectRoot, 'docs', 'architecture.md')
  mkdirSync(path.dirname(file), { recursive: true })
  const words = 'An arrow means “imports”. Made from the code by `npm run graph`; the rules behind it are in `.dependency-cruiser.cjs`.'
  writeFileSync(file, `# Who imports whom\n\n${words}\n\n\`\`\`mermaid\n${output.trim()}\n\`\`\`\n`)
  say(`wrote ${path.relative(projectRoot, file)}`)
})
