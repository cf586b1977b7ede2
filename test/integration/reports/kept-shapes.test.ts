/** Shapes from public reports that Strata reads right: each keeps the result that its note gives. */
import { expect, test } from 'vitest'
import { reportShape, sharedOrSkip } from '../../support/strata-inputs.ts'
import { tempDir } from '../../support/temp-dir.ts'
import { importInto, withEngine } from '../../support/with-engine.ts'

/** Names of the projects and how many sessions each has. */
const projectsOf = async (projects: string): Promise<ReadonlyMap<string, number>> => {
  const storeDir = tempDir()
  await importInto(storeDir, [projects])
  return withEngine(storeDir, async (engine) => {
    const { rows } = await engine.ask('sessions.list', { limit: 100 })
    const counts = new Map<string, number>()
    for (const { project } of rows) counts.set(project, (counts.get(project) ?? 0) + 1)
    return counts
  })
}

test('folders that share one slug stay projects of their own, by the working directory', async (context) => {
  const { projects } = reportShape(sharedOrSkip(context), '38-slug-collision')
  expect(await projectsOf(projects)).toEqual(
    new Map([
      ['/home/ana/data-hub/api', 1],
      ['/home/ana/data/hub-api', 1],
      ['D:\\桌面\\资料', 1],
      ['D:\\其他\\目录', 1],
    ]),
  )
})
