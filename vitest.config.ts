/**
 * Three projects. `pure` tests work in memory: no disk, no database, no process. `store` tests use them, a module or a feature at a time.
 * `integration` tests run the built program. The end-to-end tests are Playwright's.
 */
import { defineConfig } from 'vitest/config'
import { assemblyPlugin } from './scripts/build/assembly-plugin.mjs'

/**
 * Many tests wait for programs that they started, so every processor gets a worker. Files share the modules of their process: to read
 * these again for each file took a quarter of the time.
 */
const pool = { pool: 'forks' as const, maxWorkers: '100%', isolate: false }
const needsBuild = { globalSetup: ['test/support/build.global-setup.ts'], setupFiles: ['test/support/keep-workers.setup.ts'] }

export default defineConfig({
  test: {
    reporters: ['default', './test/support/skipped-tests-reporter.ts'],
    projects: [
      { plugins: [assemblyPlugin()], test: { name: 'pure', include: ['test/pure/**/*.test.{ts,tsx}'], ...pool, testTimeout: 60_000 } },
      {
        plugins: [assemblyPlugin()],
        test: {
          name: 'store',
          include: ['test/store/**/*.test.ts', 'test/support/**/*.test.ts'],
          // Imports and SQL statements run in built programs, also those of these tests.
          ...needsBuild,
          ...pool,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        plugins: [assemblyPlugin()],
        test: {
          name: 'integration',
          include: ['test/integration/**/*.test.ts'],
          ...needsBuild,
          ...pool,
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
    ],
  },
})
