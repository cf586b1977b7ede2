/** The syntax of shells. */
import { test } from 'vitest'
import { check, checkAll } from './check-effects.ts'

test('redirections write their targets', () => {
  check({
    'echo a > b': '/w/b',
    'echo a >> b': '/w/b',
    'echo a >| b': '/w/b',
    'ls &> b': '/w/b',
    'ls >& b': '/w/b',
    'ls 2> err': '/w/err',
    'ls > /dev/null 2>&1': 'none',
    'ls 2>&-': 'none',
    'cat < a': 'none',
    '> a': '/w/a',
    '{ echo a; echo b; } > c': '/w/c',
    'for i in 1 2; do echo $i; done > c': '/w/c',
    "cat > a.go <<'EOF'\nrm b\n$(rm c)\nEOF": '/w/a.go',
    "cat <<'EOF' >> a.go\nrm b\nEOF": '/w/a.go',
    'cat <<EOF > a\n`rm b`\nEOF': '/w/b /w/a',
    'cat <<< $(rm a)': '/w/a',
    'exec 3> log': '/w/log',
    'ls > >(tee b)': '/w/b',
    'diff <(sort a) <(sort -o b c)': '/w/b',
  })
})

test('the working directory follows cd', () => {
  check({
    'cd src && touch a': '/w/src/a',
    'cd ../x && touch a': '/x/a',
    'cd /y && touch a': '/y/a',
    'cd src; touch a': '/w/src/a /w/a',
    'cd src || exit 1; touch a': '/w/src/a',
    '(cd src && ls); touch a': '/w/a',
    'cd src && (cd sub && ls) && touch a': '/w/src/a',
    'cd "$D" && touch a': 'a',
    'cd && touch a': 'a',
    'cd - && touch b/a': 'b/a',
    'cd "$D" && touch ../a': 'a',
    'cd "$D" && rm *': 'any',
    'pushd src && touch a': '/w/src/a',
    'pushd src && pushd ../lib && touch a && popd && touch a && popd && touch a': '/w/lib/a /w/src/a /w/a',
    'pushd src && pushd && touch a': 'a',
    'pushd +1 && touch a': 'a',
    'popd && touch a': 'a',
    'D=src; cd "$D" && touch a': '/w/src/a',
    'env -C src touch a': '/w/src/a',
    'cd a && cd b && touch c': '/w/a/b/c',
    'cd src && pwd | cat && touch "$(pwd)/a" "$PWD/b"': '/w/src/a /w/src/b',
  })
})

test('values that the command shows are used, others may be anything', () => {
  check({
    'F=a.ts; sed -i s/a/b/ $F': '/w/a.ts',
    'D=/tmp/x; echo > "$D/a"': '/tmp/x/a',
    'F="a b"; rm $F': 'any',
    'F="a b"; touch "$F"': '/w/a b',
    'F=*.ts; touch $F': '/w',
    'touch $F': 'any',
    'touch "$F"': 'any',
    'touch "$D/src/a.ts"': 'src/a.ts',
    'touch "$D/$F"': 'any',
    'touch $D/a': 'any',
    'touch "${D}/a" "$D/../b"': 'a b',
    'touch "$(git rev-parse --show-toplevel)/a.ts"': 'a.ts',
    'touch ~/a ~root/b': 'a b',
    'touch "~/a" \\~/b': '/w/~/a /w/~/b',
    'touch $HOME/.x/a': '.x/a',
    'touch a{1,2}.ts': '/w/a1.ts /w/a2.ts',
    'touch {a,b}/{c,d}': '/w/a/c /w/a/d /w/b/c /w/b/d',
    'touch f{1..3}': '/w',
    'touch src/[ab].ts src/?.js': '/w/src',
    'touch \'a*\' "b*"': '/w/a* /w/b*',
    "rm 'a*b'/*.log": '/w/a*b',
    'touch */../../a': 'any',
    'touch /tmp/f$$': '/tmp',
    "touch $'a\\tb'": '/w/a\tb',
    'F=a; read F; touch $F': 'any',
    'F=a; [ -n "$x" ] && F=b; touch $F': 'any',
    'F=a; ((F++)); touch "$F"': 'any',
    'for f in a b; do touch "$f.ts"; done': '/w/a.ts /w/b.ts',
    'for f in src/*.ts; do sed -i s/a/b/ "$f"; done': '/w/src',
    'for f in $(cat l); do touch "/x/$f/a"; done': 'a',
    'for i in $(seq 1 9); do touch "/x/f$i"; done': '/x',
    'ls | while read -r f; do touch "$f"; done': 'any',
    'rm ${F:-a}': 'any',
    'touch ""': 'none',
    'IFS=/; F=a/b; touch $F': 'any',
  })
})

test('wrappers run the command that follows', () => {
  check({
    'sudo -u x touch a': '/w/a',
    'env A=1 B=2 touch a': '/w/a',
    'time touch a': '/w/a',
    'timeout -k 5 60 touch a': '/w/a',
    'nohup touch a &': '/w/a',
    'nice -n 5 touch a': '/w/a',
    'command touch a': '/w/a',
    'bash -lc "cd src && touch a"': '/w/src/a',
    "sh -c 'touch a'": '/w/a',
    'eval "touch a"': '/w/a',
    'xargs grep -l foo': 'none',
    'xargs -0 -n 1 touch a': 'any',
    'npx --yes prettier -w a': '/w/a',
    './node_modules/.bin/prettier -w a': '/w/a',
    '/usr/bin/touch a': '/w/a',
    'A=1 B=2 touch a': '/w/a',
    'python3 -m black a.py': '/w/a.py',
    '! touch a': '/w/a',
    'echo $(touch a)': '/w/a',
    'echo `touch a`': '/w/a',
    'echo "$(echo "$(touch a)")"': '/w/a',
    'x=$(touch a)': '/w/a',
    '[[ -f $(touch a) ]]': '/w/a',
    'echo ${x:-$(touch a)}': '/w/a',
    'git checkout -b t 2>/dev/null || git log': 'none',
    xargs: 'none',
  })
})

test('what cannot be read may change any file', () => {
  checkAll(
    [
      'rm "a',
      "echo 'a",
      'ls )',
      'ls ;;',
      'a\0b',
      'ls $(',
      'cat <<EOF | (',
      'if true; then ls',
      'coproc ls',
      'for f; do rm $f; done',
      '{ ls',
      'x=$(ls',
    ],
    'any',
  )
  check({ '': 'none', '   \n': 'none', '# rm a': 'none' })
})
