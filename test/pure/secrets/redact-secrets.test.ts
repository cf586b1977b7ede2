import { expect, test } from 'vitest'
import { redacted, redactSecrets } from '../../../app/secrets/redact-secrets.ts'

/** Put together here, so that nobody's scanner takes them for real ones. */
const made = (prefix: string, length: number): string => prefix + 'aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zA'.repeat(4).slice(0, length)

const shapes: Readonly<Record<string, string>> = {
  Anthropic: made('sk-ant-api03-', 60),
  OpenAI: made('sk-proj-', 40),
  Stripe: made('sk_live_', 24),
  GitHub: made('ghp_', 36),
  'GitHub, fine-grained': made('github_pat_', 60),
  GitLab: made('glpat-', 20),
  npm: made('npm_', 36),
  Slack: made('xoxb-', 40),
  AWS: ['AKIA', 'ABCD1234EFGH5678'].join(''),
  Google: made('AIza', 35),
  'a JSON web token': `${made('eyJ', 20)}.${made('eyJ', 40)}.${made('', 30)}`,
}

test.each(Object.entries(shapes))('a key of %s is redacted', (_whose, key) => {
  expect(redactSecrets(`before ${key} after`)).toBe(`before ${redacted} after`)
  expect(redactSecrets(JSON.stringify(JSON.stringify({ said: key })))).not.toContain(key)
})

test.each([
  ['password = "hunter2222"', 'hunter2222'],
  ['DB_PASSWORD=correct-horse', 'correct-horse'],
  ['AWS_SECRET_ACCESS_KEY=abcd/efgh', 'abcd/efgh'],
  ['{"client_secret":"xyzzy123"}', 'xyzzy123'],
  ['{\\"apiKey\\": \\"xyzzy123\\"}', 'xyzzy123'],
  ['Authorization: Bearer abcdefgh.12345', 'abcdefgh'],
  ['curl -u x --token abc123456', 'abc123456'],
  ['postgres://admin:s3cr3t@db.example/main', 's3cr3t'],
  ['Authorization: Basic YWRtaW46aHVudGVyMg==', 'YWRtaW46'],
  ['SECRET_KEY_BASE=0a1b2c3d4e', '0a1b2c3d4e'],
  ['password: swordfish', 'swordfish'],
  ['password: 1234', '1234'],
])('the secret in %s is redacted', (text, secret) => {
  expect(redactSecrets(text)).not.toContain(secret)
})

test('a private key is redacted, also when it is cut off', () => {
  const begin = ['-----BEGIN OPENSSH', 'PRIVATE KEY-----'].join(' ')
  const end = ['-----END OPENSSH', 'PRIVATE KEY-----'].join(' ')
  expect(redactSecrets(`a\n${begin}\nMIIabc\n${end}\nb`)).toBe(`a\n${redacted}\nb`)
  expect(redactSecrets(`a\n${begin}\nMIIabc`)).toBe(`a\n${redacted}`)
})

test('the last lines of a private key are redacted where its beginning is not in the text, and the words before them stay', () => {
  const end = ['-----END RSA', 'PRIVATE KEY-----'].join(' ')
  expect(redactSecrets(`The end of the key:\nMIIabc\nQw==\n${end}\nb`)).toBe(`The end of the key:\n${redacted}\nb`)
  expect(redactSecrets(`    18→MIIabc\n    19→Qw==\n    20→${end}`)).toBe(redacted)
  expect(redactSecrets(`Keys end with\n\n${end}`)).toBe(`Keys end with\n\n${end}`)
})

test('a known secret of any form is redacted', () => {
  expect(redactSecrets('it is swordfish, swordfish', { texts: ['swordfish', ''] })).toBe(`it is ${redacted}, ${redacted}`)
})

test.each([
  'const state: TokenUsage = tokenUsage(state.TokenUsage)',
  'interface Login { password: string; token?: string | undefined }',
  'const token = await getToken()',
  'connect({ password: process.env.DB_PASSWORD, apiKey: config.apiKey })',
  'password={{.Env.SIGN_PASSWORD}} token=$TOKEN secret=${{ secrets.KEY }}',
  'def login(user, password=password): pass',
  'unexpected token: 8007',
  '"integrity": "sha512-JvVmRU1ZpQ0sK8bq3Xr7Yw5Tt2Nn4Mm6Ll8Kk0Jj1Hh3Gg5Ff7Dd9Ss+Aa2Qq4Ww6Ee8Rr0Tt=="',
  'BaseCommit=4d8248cded3c66ee4f8ecc7e30d2c91673a0b19a',
  'Basic authentication and bearer credentials are explained below',
])('code and prose that only mention secrets are unchanged: %s', (text) => {
  expect(redactSecrets(text)).toBe(text)
})

test('what an agent works on stays readable', () => {
  const text = `Edit src/engine/views/list-sessions-by-project.test.ts: commit 9b05a1d4e5f60718293a4b5c6d7e8f9001122334
took 1234 tokens: 12, input_tokens: 5000; see https://example.com/a/b?c=d and 0d8c7c5e-7f0a-4c1e-9d55-3f6a2b1c0d9e`
  expect(redactSecrets(text)).toBe(text)
})

test('long texts without a word boundary are searched to their end', () => {
  for (const piece of ['a', 'token', '-----BEGIN ', 'sk-', 'http://a:', '"\\'])
    expect(redactSecrets(piece.repeat(20_000)).length).toBeGreaterThan(0)
})
