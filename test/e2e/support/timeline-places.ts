/** Where the main lane of a timeline is on the screen, by the layout that the chart itself uses. */
import { expect, type Page } from '@playwright/test'
import type { TimelineView } from '../../../app/contract/timeline.ts'
import { chartLayout } from '../../../renderer/panels/timeline/chart-layout.ts'
import { ask } from './ask.ts'

export interface MainLane {
  /** The middle of the lane. */
  readonly y: number
  /** A place along the plot: 0 is its beginning, 1 its end. */
  readonly x: (share: number) => number
  readonly left: number
  readonly right: number
  /** The middle of what is above the lanes. */
  readonly aboveLanes: number
}

/** Of the chart as it is now: a drawer that opens makes it lower. */
export async function mainLane(page: Page, sessionId: string): Promise<MainLane> {
  const chart = page.locator('.chart')
  await expect(chart).toBeVisible()
  const answer = await ask(page, 'session.timeline', { sessionId })
  const box = await chart.boundingBox()
  if (!answer.ok || box === null) throw new Error('the chart has no timeline or no size')
  const { lanes, context } = answer.value as TimelineView
  const { height, width } = await chart.evaluate(({ clientHeight, clientWidth }) => ({ height: clientHeight, width: clientWidth }))
  const layout = chartLayout({ width, height, laneCount: lanes.length, hasCurve: context.length > 0 })
  const x = (share: number): number => box.x + layout.plotLeft + share * layout.plotWidth
  return {
    y: box.y + (layout.laneTops[0] ?? 0) + (layout.laneHeights[0] ?? 0) / 2,
    x,
    left: x(0),
    right: x(1),
    aboveLanes: box.y + (layout.curveTop + layout.curveBottom) / 2,
  }
}
