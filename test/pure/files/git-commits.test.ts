/** Which commits of Git the output of a command shows, and where. */
import { expect, test } from 'vitest'
import { commitsShown } from '../../../app/files/git-commits.ts'

const shown = (command: string, output: string): readonly string[] =>
  commitsShown(command, '/w/app', output).map(({ folder, hash, isMade }) => `${folder} ${hash}${isMade ? ' made' : ''}`)

const whole = '1234567890abcdef1234567890abcdef12345678'

test.for([
  ['git commit -m "Light"', '[main 1a2b3c4] Light\n 1 file changed', ['/w/app 1a2b3c4 made']],
  ['git commit -m "Begin"', '[main (root-commit) 1a2b3c4] Begin', ['/w/app 1a2b3c4 made']],
  ['git log --oneline -3', '1a2b3c4 (HEAD -> main) Light\n2b3c4d5 Begin', ['/w/app 1a2b3c4', '/w/app 2b3c4d5']],
  ['git log --graph --oneline', '*   1a2b3c4 Merge\n|\\  \n| * 2b3c4d5 Fix', ['/w/app 1a2b3c4', '/w/app 2b3c4d5']],
  ['git log -1', `commit ${whole} (HEAD)\nAuthor: A\n\n    defaced the pier`, [`/w/app ${whole}`]],
  ['git rev-parse HEAD', `${whole}\n`, [`/w/app ${whole}`]],
  ['cd ../fix && git add . && git commit -m "a; b" && git log --oneline -1', '[fix 3c4d5e6] a; b\n3c4d5e6 a; b', ['/w/fix 3c4d5e6 made']],
  ['git -C /w/other log --oneline', '1a2b3c4 Light', ['/w/other 1a2b3c4']],
] as const)('%s', ([command, output, commits]) => {
  expect(shown(command, output)).toEqual(commits)
})

test.for([
  ['git rev-parse HEAD:src/a.ts', whole],
  ['git -C /w/a log --oneline; git -C /w/b log --oneline', '1a2b3c4 Light'],
  ['ssh host "cd /srv/app && git log --oneline"', '1a2b3c4 Light'],
  ['cd $WHERE && git log --oneline', '1a2b3c4 Light'],
  ['echo "git log"', '1a2b3c4 Light'],
  ['git log --oneline', 'defaced the pier'],
  ['git status', '1a2b3c4 Light'],
] as const)('%s shows no commit of a folder that is known', ([command, output]) => {
  expect(shown(command, output)).toEqual([])
})
