/** Makes the keys that the examples of `service-keys.tsv` describe. They are put together here, so that no scanner takes them for real ones. */

const alphabets: Readonly<Record<string, string>> = {
  mixed: 'aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zA',
  hex: '0a1b2c3d4e5f6a7b8c9d',
  up: 'AB3DE5GH7JK9MN1PQ2RS',
  low: 'ab3de5gh7jk9mn1pq2rs',
  num: '1234567890',
}

/** @param recipe `ghp_{36}`: 36 letters and digits; `{hex:40}`, `{up:20}`, `{low:20}`, `{num:9}`, `{uuid}` */
export const madeUpKey = (recipe: string): string =>
  recipe.replaceAll(/\{(?:(?<uuid>uuid)|(?:(?<of>\w+):)?(?<count>\d+))\}/g, (...found) => {
    const { uuid, of = 'mixed', count } = found.at(-1) as Readonly<Record<string, string | undefined>>
    return uuid === undefined ? (alphabets[of] ?? '').repeat(20).slice(0, Number(count)) : '0d8c7c5e-7f0a-4c1e-9d55-3f6a2b1c0d9e'
  })
