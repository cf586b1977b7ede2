/** Lint rules: strict types, small modules, no surprises; messages say what to do instead. */
import tseslint from 'typescript-eslint'
import reactHooks from 'eslint-plugin-react-hooks'
import jsxA11y from 'eslint-plugin-jsx-a11y'

/**
 * Rules that need types take most of the time. `npm run check` leaves them to `npm test` (STRATA_LINT=all) for tests, which are half of
 * the code; tests are type-checked in both.
 */
const hasTypesInTests = process.env['STRATA_LINT'] === 'all'
const all = { files: ['**/*.{ts,tsx}'] }
const typed = hasTypesInTests ? all : { ...all, ignores: ['test/**'] }
/** A third of lint's time, for faults that the compiler finds as well (no enums here) or that come with a new version of a package. */
const slowRules = Object.fromEntries(
  ['no-deprecated', 'no-unsafe-class-instance-assignment', 'no-unsafe-enum-assignment'].map((rule) => [
    `@typescript-eslint/${rule}`,
    'off',
  ]),
)
const strictTests = hasTypesInTests ? [] : tseslint.configs.strict.map((config) => ({ ...config, files: ['test/**/*.ts'] }))

export default tseslint.config(
  { ignores: ['node_modules/**', 'dist/**', 'release/**', '**/*.d.ts', 'samples/**', '**/assembly/**'] },
  ...tseslint.configs.strictTypeChecked.map((config) => ({ ...config, ...typed })),
  ...strictTests,
  {
    ...typed,
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-unnecessary-condition': ['error', { allowConstantLoopConditions: true }],
      ...(hasTypesInTests ? {} : slowRules),
    },
  },
  {
    ...all,
    rules: {
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'separate-type-imports' }],
      '@typescript-eslint/no-explicit-any': 'error',
      'max-lines': ['error', { max: 400 }],
      complexity: ['error', 15],
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }],
      'no-console': 'error',
      'no-restricted-syntax': [
        'error',
        { selector: 'ExportDefaultDeclaration', message: 'Export by name: the file is named after what it exports.' },
        { selector: 'TSEnumDeclaration', message: 'Use a union of strings: it needs no run time.' },
      ],
    },
  },
  {
    files: ['renderer/**/*.tsx', 'renderer/**/*.ts'],
    plugins: { 'react-hooks': reactHooks, 'jsx-a11y': jsxA11y },
    rules: { 'react-hooks/rules-of-hooks': 'error', 'react-hooks/exhaustive-deps': 'error', ...jsxA11y.flatConfigs.recommended.rules },
  },
  { files: ['**/*.config.ts', 'test/**/*-reporter.ts'], rules: { 'no-restricted-syntax': 'off' } },
  { files: ['main/log.ts'], rules: { 'no-console': 'off' } },
  { files: ['test/**'], rules: { complexity: 'off' } },
)
