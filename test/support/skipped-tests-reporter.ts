/** Ends a run with the tests that were skipped, and why: nothing is skipped in silence. */
import type { Reporter, TestCase, TestModule } from 'vitest/node'

export default class SkippedTestsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const skipped = modules.flatMap((module) => [...module.children.allTests()].filter((test) => test.result().state === 'skipped'))
    if (skipped.length === 0) return
    const lines = skipped.map((test) => `  ${test.module.relativeModuleId}: ${test.name}\n    ${reasonOf(test)}`)
    process.stdout.write(`\n${skipped.length} skipped:\n${lines.join('\n')}\n`)
  }
}

const reasonOf = (test: TestCase): string => {
  const result = test.result()
  return result.state === 'skipped' && result.note !== undefined ? result.note : 'no reason given'
}
