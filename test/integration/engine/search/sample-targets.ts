/** Searches in the sample sessions, each with the sessions that are right. */

export const sampleTargets = [
  { kind: 'words', query: 'frost date percentile', sessions: ['d34ab691'] },
  { kind: 'words', query: 'flaky TestSyncAll race', sessions: ['8cedc5db'] },
  { kind: 'words', query: 'boats midnight timezone', sessions: ['0a154074'] },
  { kind: 'words', query: 'screen reader contrast', sessions: ['003f0a6b'] },
  { kind: 'words', query: 'polling event', sessions: ['da32def6', '9009dff6'] },
  { kind: 'words', query: 'network failures retry', sessions: ['9bf95fa1'] },
  { kind: 'words', query: 'audit bookings trail', sessions: ['d8753725'] },
  { kind: 'phrase', query: '"statements of three banks"', sessions: ['c72020a6'] },
  { kind: 'identifier', query: 'tm_yday', sessions: ['8958889d'] },
  { kind: 'identifier', query: 'v1.4.0', sessions: ['caf22350'] },
  { kind: 'output', query: 'kind:output AssertionError leap', sessions: ['d34ab691'] },
  { kind: 'filter', query: 'tool:Bash race count', sessions: ['8cedc5db'] },
  { kind: 'filter', query: 'PostgreSQL steps kind:response', sessions: ['823a17e6'] },
] as const
