/** The bundles the product is made of: what goes into each, where it ends up, and how Vite makes it. */
import path from 'node:path'
import { projectRoot } from '../setup/project-root.mjs'
import { runCommand } from '../setup/run-command.mjs'
import { assemblyPlugin } from './assembly-plugin.mjs'

/** Packages with machine code stay packages; everything else is bundled, so that starting reads few files. */
const nativePackages = [/^@duckdb\/node-bindings/, /^@napi-rs\//, /^@mongodb-js\//, /^libsql$/]

/** Node 18 is what the oldest Electron we run in (25) brings, Chrome 114 likewise. */
const oldestNode = 'node18'
const oldestChrome = 'chrome114'

const toolInputs = ['scripts/build', 'scripts/build.mjs', 'package-lock.json', 'tsconfig.json']

/** Each bundle: the folder under dist it fills, what it is made from, and its Vite configurations, in order. */
export const bundles = [
  {
    name: 'node',
    inputs: ['app', 'importer', 'main', ...toolInputs],
    configurations: [nodeConfiguration, preloadConfiguration],
    finish: writeEmptyIndex,
  },
  {
    name: 'renderer',
    inputs: ['renderer', 'app/model', 'app/contract', ...toolInputs],
    configurations: [rendererConfiguration],
  },
]

const nodeEntries = {
  main: inProject('main/main.ts'),
  'engine-process': inProject('main/engine-process.ts'),
  'import-worker': inProject('app/transcripts/import-worker.ts'),
  'search-worker': inProject('app/engine/search/index/search-worker.ts'),
  'sql-process': inProject('app/engine/sql/sql-process.ts'),
  cli: inProject('app/cli/cli.ts'),
  'make-empty-index': inProject('app/store/tables/make-empty-index.ts'),
}

/** A new store copies the empty tables: creating them takes longer than a small import. */
async function writeEmptyIndex(outDir) {
  const { code, output } = await runCommand(
    process.execPath,
    [path.join(outDir, 'make-empty-index.cjs'), path.join(outDir, 'empty-index.duckdb')],
    { talk: 'quiet' },
  )
  if (code !== 0) throw new Error(`the empty index was not made: ${output}`)
}

/** CommonJS for Electron's processes, the worker and the command line; one chunk holds what they have in common. */
async function nodeConfiguration(outDir, mode) {
  return {
    ...plainVite(projectRoot, mode),
    plugins: [assemblyPlugin(), lateSegmenter()],
    ssr: { noExternal: true, external: ['electron'] },
    // Names stay, so that a stack trace can be read; without comments and spaces a start compiles half as much text.
    esbuild: { minifyWhitespace: true, minifySyntax: true, minifyIdentifiers: false, legalComments: 'none' },
    build: {
      ...plainBuild(outDir, oldestNode),
      minify: 'esbuild',
      ssr: true,
      rollupOptions: {
        onwarn,
        input: nodeEntries,
        external: ['electron', ...nativePackages],
        // What Node and the packages with machine code export does not change; Rollup's live copies of a whole module fail at `node:stream`.
        // Native `import()` is refused in code that V8 kept compiled, so what is loaded late is required.
        output: {
          format: 'cjs',
          dynamicImportInCjs: false,
          externalLiveBindings: false,
          entryFileNames: '[name].cjs',
          chunkFileNames: 'chunks/[name]-[hash].cjs',
        },
      },
    },
  }
}

/** A sandboxed preload can load no file but itself, so it is built alone and shares no chunk. */
async function preloadConfiguration(outDir, mode) {
  const build = {
    ...plainBuild(outDir, oldestChrome),
    emptyOutDir: false,
    ssr: true,
    rollupOptions: {
      onwarn,
      input: { preload: inProject('main/preload.ts') },
      external: ['electron'],
      output: { format: 'cjs', entryFileNames: '[name].cjs', inlineDynamicImports: true },
    },
  }
  return { ...plainVite(projectRoot, mode), ssr: { noExternal: true, external: ['electron'] }, build }
}

/**
 * `string-width` makes a segmenter as soon as it is loaded, which reads 15 ms of data of languages, and needs it only for texts that are not
 * ASCII: it is made with the first of them.
 */
function lateSegmenter() {
  return {
    name: 'late-segmenter',
    transform(code, id) {
      if (!id.endsWith('/string-width/index.js')) return undefined
      const late = code
        .replace('const segmenter = new Intl.Segmenter()', 'let segmenter')
        .replace('segmenter.segment(', '(segmenter ??= new Intl.Segmenter()).segment(')
      if (late.split('new Intl.Segmenter').length !== 2 || !late.includes('??= new Intl'))
        throw new Error(`${id} has changed: its segmenter`)
      return { code: late, map: null }
    },
  }
}

async function rendererConfiguration(outDir, mode) {
  const { default: react } = await import('@vitejs/plugin-react')
  return {
    ...plainVite(inProject('renderer'), mode),
    base: './',
    plugins: [react()],
    build: {
      ...plainBuild(outDir, oldestChrome),
      minify: mode === 'production' ? 'esbuild' : false,
      modulePreload: { polyfill: false },
      // One sheet: the order of its rules must not depend on which screen is shown first.
      cssCodeSplit: false,
      assetsInlineLimit: 0,
      rollupOptions: { onwarn, input: inProject('renderer/index.html') },
    },
  }
}

function plainVite(root, mode) {
  return { root, mode, configFile: false, envFile: false, publicDir: false, logLevel: 'warn', clearScreen: false }
}

function plainBuild(outDir, target) {
  return { outDir, target, emptyOutDir: true, sourcemap: true, minify: false, reportCompressedSize: false, chunkSizeWarningLimit: 4000 }
}

/** Packages place some of their `PURE` notes where Rollup ignores them: larger output at worst, and nothing for us to mend. */
function onwarn(warning, warn) {
  if (warning.code !== 'INVALID_ANNOTATION') warn(warning)
}

function inProject(file) {
  return path.join(projectRoot, file)
}
