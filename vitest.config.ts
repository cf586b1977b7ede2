/** Two projects: unit tests, and integration tests that run the built program. */
import { defineConfig } from 'vitest/config'
import { assemblyPlugin } from './scripts/build/assembly-plugin.mjs'

/**
 * Many tests wait for programs that they started: every processor has something to do. Files share the modules of their process,
 * since reading these again for each took a quarter of the time of the unit tests.
 */
const pool = { pool: 'forks' as const, maxWorkers: '100%', isolate: false, testTimeout: 60_000, hookTimeout: 120_000 }

export default defineConfig({
  test: {
    projects: [
      {
        plugins: [assemblyPlugin()],
        test: {
          name: 'unit',
          include: ['test/**/*.test.{ts,tsx}'],
          exclude: ['test/integration/**', 'test/e2e/**', 'node_modules/**'],
          // Imports and SQL statements run in built programs, also those of these tests.
          globalSetup: ['test/integration/build.global-setup.ts'],
          ...pool,
        },
      },
      {
        plugins: [assemblyPlugin()],
        test: {
          name: 'integration',
          include: ['test/integration/**/*.test.ts'],
          globalSetup: ['test/integration/build.global-setup.ts'],
          ...pool,
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
    ],
  },
})
