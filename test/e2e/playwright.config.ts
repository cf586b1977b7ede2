/** End-to-end tests: the built program in a real Electron, one window at a time. */
import { defineConfig } from '@playwright/test'

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../../test-results',
  workers: 1,
  timeout: 60_000,
  reporter: [['list']],
})
