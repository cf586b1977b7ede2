/** What a list of projects calls each of them. */
import { expect, test } from 'vitest'
import { projectLabel } from '../../../../../renderer/screens/search/project-label.ts'

test('projects with the same name are told apart by more of their paths', () => {
  const projects = ['/home/ada/app/cli', '/home/ben/app/cli', '/home/ada/app/harbour']
  expect(projects.map((project) => projectLabel(project, projects))).toEqual(['ada/app/cli', 'ben/app/cli', 'harbour'])
})
