/** Ends a run with the tests that were skipped, and why: nothing is skipped in silence. */
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter'

export default class SkippedTestsReporter implements Reporter {
  readonly #skipped: string[] = []

  onTestEnd(test: TestCase, { status }: TestResult): void {
    if (status !== 'skipped') return
    const reasons = test.annotations.flatMap(({ type, description }) => (type === 'skip' ? [description ?? 'no reason given'] : []))
    this.#skipped.push(`  ${test.location.file}: ${test.title}\n    ${reasons.join('; ') || 'the test before it failed'}`)
  }

  onEnd(): void {
    if (this.#skipped.length > 0) process.stdout.write(`\n${this.#skipped.length} skipped:\n${this.#skipped.join('\n')}\n`)
  }
}
