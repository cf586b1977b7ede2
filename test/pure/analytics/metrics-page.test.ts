import { expect, test } from 'vitest'
import { metricsPage } from '../../support/metrics-page.ts'

test('docs/metrics.md defines every question and column as the questions do (written anew by vitest -u)', async () => {
  await expect(metricsPage()).toMatchFileSnapshot('../../../docs/metrics.md')
})
