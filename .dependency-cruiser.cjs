/** The architecture: which folder may import which. Each rule says why, so that a red build explains itself. */
const pure = '^app/(model|contract)/'
const only = (name, from, allowed, comment) => ({
  name,
  severity: 'error',
  comment,
  from: { path: from },
  to: { path: '^(app|main|renderer|importer|test|scripts)/', pathNot: allowed },
})

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', comment: 'A cycle means two modules are really one, or a type lives in the wrong place.', from: {}, to: { circular: true } },
    {
      name: 'no-orphans',
      severity: 'error',
      comment: 'Nothing imports this module.',
      from: { orphan: true, pathNot: ['\\.d\\.ts$', '\\.sql$', '\\.css$', '^main/(main|preload|engine-process)\\.ts$', '^renderer/main\\.tsx$', '^test/', '^scripts/'] },
      to: {},
    },
    only('model-is-the-bottom', '^app/model/', ['^app/model/'], 'The vocabulary depends on nothing.'),
    only('contract-on-model', '^app/contract/', [pure], 'The contract names shapes from the model; it runs nothing.'),
    only('store-on-model', '^app/store/', ['^app/(model|store)/'], 'Bytes and tables know no chains, no analytics, no screens.'),
    only('chains-on-store', '^app/chains/', ['^app/(model|store|chains)/'], 'Chains are stored, not analysed.'),
    only('analytics-on-store', '^app/analytics/', ['^app/(model|store|analytics)/'], 'Analytics reads tables; it never walks chains.'),
    only('engine-composes', '^app/engine/', ['^app/(?!cli/)', '^importer/'], 'The engine puts everything together, but knows nothing of who asks.'),
    only('cli-on-contract', '^app/cli/', ['^app/(model|contract|engine|cli)/'], 'The command line is a thin user of the contract.'),
    only('importer-on-model', '^importer/', ['^importer/', '^app/model/'], 'The importer yields lines; it never stores them.'),
    only('main-on-contract', '^main/', ['^main/', pure, '^app/engine/'], 'The shell starts the engine and passes calls on.'),
    only('renderer-on-contract', '^renderer/', ['^renderer/', pure], 'The window reaches the domain through the contract alone.'),
    {
      name: 'contract-is-types-to-the-window',
      severity: 'error',
      comment: 'The input schemas run in the shell and the engine; the window needs only their types.',
      from: { path: '^renderer/' },
      to: { path: '^app/contract/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'model-needs-only-zod',
      severity: 'error',
      comment: 'The vocabulary runs anywhere.',
      from: { path: pure },
      to: { dependencyTypes: ['npm', 'npm-dev', 'core'], pathNot: 'node_modules/zod/' },
    },
    {
      name: 'screens-apart',
      severity: 'error',
      comment: 'Screens share through renderer/ui, not through each other.',
      from: { path: '^renderer/([^/]+)/' },
      to: { path: '^renderer/[^/]+/', pathNot: ['^renderer/$1/', '^renderer/ui/'] },
    },
    { name: 'widgets-know-no-screen', severity: 'error', comment: 'Widgets are for every screen.', from: { path: '^renderer/ui/' }, to: { path: '^renderer/(?!ui/)[^/]+/' } },
    { name: 'product-not-on-test', severity: 'error', comment: 'Tests look at the product, never the other way.', from: { pathNot: '^(test|scripts)/' }, to: { path: '^test/' } },
    { name: 'electron-only-in-main', severity: 'error', comment: 'The core runs without a window.', from: { pathNot: '^(main|test|scripts)/' }, to: { path: '^electron$|node_modules/electron/' } },
    { name: 'duckdb-only-in-store', severity: 'error', comment: 'One place knows the database.', from: { pathNot: '^(app/store|test)/' }, to: { path: '@duckdb/' } },
    {
      name: 'disk-only-where-named',
      severity: 'error',
      comment: 'Few modules touch the disk; everything else takes values.',
      from: { pathNot: ['^app/store/', '^importer/(discover|read-lines|claude-code/discover)\\.ts$', '^app/engine/', '^main/', '^test/', '^scripts/'] },
      to: { path: '^(node:)?fs(/promises)?$' },
    },
    { name: 'no-unresolvable', severity: 'error', comment: 'Every import exists.', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.strict.json' },
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.sql', '.css'], conditionNames: ['import', 'node', 'default'], exportsFields: ['exports'] },
  },
}
