import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { metricCatalog } from '../../../app/analytics/metrics/metric-catalog.ts'
import { metricsPage } from '../../support/metrics-page.ts'

test('docs/metrics.md defines every metric and column as the metrics do (written again by vitest -u)', async () => {
  await expect(metricsPage()).toMatchFileSnapshot('../../../docs/metrics.md')
})

test('the README says how many metrics there are, and lists every page of the documentation', () => {
  const text = readFileSync('README.md', 'utf8')
  expect(text).toContain(`${Object.keys(metricCatalog).length} metrics`)
  const pages = readdirSync('docs').filter((name) => name.endsWith('.md'))
  expect(pages.filter((name) => !text.includes(`docs/${name}`))).toEqual([])
})
