/** End-to-end tests: the built program in a real Electron, one window at a time on a display. */
import { defineConfig } from '@playwright/test'

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../../test-results',
  workers: 1,
  // Generous, so that a busy machine fails no test; nothing here measures time.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: [['list'], ['./support/skipped-tests-reporter.ts']],
})
