import { expect, test } from 'vitest'
import { metricsPage } from '../../support/metrics-page.ts'

test('docs/metrics.md defines every metric and column as the metrics do (written again by vitest -u)', async () => {
  await expect(metricsPage()).toMatchFileSnapshot('../../../docs/metrics.md')
})
