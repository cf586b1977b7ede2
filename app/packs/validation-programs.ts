/** Beginnings of commands that validate work, by what they check. An option may stand anywhere in the command. */
export const validationPrograms = {
  test: [
    'jest, vitest, mocha, ava, tap, karma, cypress run, playwright test, wdio, node --test, bun test, deno test, pytest',
    'py.test, tox, nox, nosetests, nose2, python -m pytest, python -m unittest, manage.py test, python manage.py test',
    'go test, gotestsum, cargo test, cargo nextest, ctest, bats, phpunit, pest, rspec, minitest, rails test, busted, mvn test',
    'mvn verify, mvnw test, mvnw verify, gradle test, gradle check, gradlew test, gradlew check, sbt test, lein test',
    'dotnet test, mix test, swift test, xcodebuild test, zig build test, flutter test, dart test, bazel test, nx test',
    'turbo test, stack test, cabal test',
  ],
  lint: [
    'eslint, oxlint, biome, standard, xo, stylelint, prettier --check, prettier -c, dprint check, deno lint, knip, depcruise',
    'ruff, flake8, pylint, black --check, isort --check, isort --check-only, bandit, pre-commit run, golangci-lint, go vet',
    'staticcheck, gofmt -l, gofmt -d, cargo clippy, cargo fmt --check, shellcheck, hadolint, rubocop, ktlint, swiftlint',
    'clang-tidy, cppcheck, yamllint, markdownlint, markdownlint-cli2, tflint, actionlint, credo, mix credo, node --check',
  ],
  types: [
    'tsc, vue-tsc, svelte-check, astro check, flow check, mypy, dmypy, pyright, basedpyright, pyre, ty check, cargo check',
    'phpstan, psalm, srb tc, dialyzer, mix dialyzer, deno check',
  ],
  build: [
    'make, ninja, cmake --build, meson compile, go build, cargo build, zig build, swift build, xcodebuild, bazel build',
    'buck build, vite build, webpack, rollup, tsup, esbuild, next build, nuxt build, astro build, ng build, parcel build',
    'turbo build, nx build, bun build, electron-builder, mvn package, mvn compile, mvn install, mvnw package, mvnw compile',
    'mvnw install, gradle build, gradle assemble, gradlew build, gradlew assemble, sbt compile, javac, dotnet build',
    'docker build, docker compose build, gcc, g++, clang, clang++, rustc, mix compile, stack build, cabal build',
    'python -m build, python -m compileall, python -m py_compile',
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>
