/** @jest-environment jsdom */
import type { ErrorEvent } from 'shared/contract/load-events'
import { createReporter } from './attribute-error.ts'
import type { CaughtError } from './caught.ts'
import { reportLater, watchErrors } from './watch-errors.ts'

const ORIGIN = window.location.origin
const SIGNING = { remote: 'mf_signing', release: '1.2.0-a+b' } as const

const errorAt = (...frames: readonly string[]): Error => {
  const error = new TypeError('Ana Mora <ana@example.cr> is not iterable')
  error.stack = [`TypeError: ${error.message}`, ...frames.map((frame) => `    at f (${frame}:1:2)`)].join('\n')
  return error
}
const ofSigning = `${ORIGIN}/r/mf_signing/1.2.0-a+b/app.js?attempt=2`
const ofShell = `${ORIGIN}/assets/react.0123456789ab.js`

const reported = (...all: readonly CaughtError[]): ErrorEvent[] => {
  const sent: ErrorEvent[] = []
  const report = createReporter((event) => sent.push(event))
  for (const caught of all) report(caught)
  return sent
}

const ADDED = { remote: 'mf_other', release: '1' } as const

test.each<[string, Omit<CaughtError, 'kind'>, CaughtError['boundary'] | undefined]>([
  ['the topmost script of a release', { error: errorAt(ofShell, ofSigning, `${ORIGIN}/r/mf_auth/9/a.js`) }, SIGNING],
  ['a stack of Firefox', { error: Object.assign(new Error(), { stack: `f@${ofSigning}:1:2\n` }) }, SIGNING],
  ['the script that threw something else', { error: 'no error', filename: ofSigning }, SIGNING],
  ['the boundary, without a script of a remote', { error: errorAt(ofShell), boundary: SIGNING }, SIGNING],
  [
    'the script rather than the boundary',
    { error: errorAt(ofSigning), boundary: { remote: 'mf_auth', release: '9' } },
    SIGNING,
  ],
  ['nobody: the shell', { error: errorAt(ofShell) }, undefined],
  ['nobody: an extension', { error: errorAt('chrome-extension://abc/r/mf_signing/1/app.js') }, undefined],
  ['nobody: another origin', { error: errorAt('https://evil.example/r/mf_signing/1/app.js') }, undefined],
  ['an added remote', { error: errorAt(`${ORIGIN}/r/mf_other/1/app.js`) }, ADDED],
  ['nobody: no remote', { error: errorAt(`${ORIGIN}/r/other/1/app.js`) }, undefined],
  ['none: no name of a release', { error: errorAt(`${ORIGIN}/r/mf_signing/..%2f/app.js`) }, undefined],
  ['nobody: nothing', { error: undefined }, undefined],
])('the reporter attributes an error to %s', (_name, caught, culprit) => {
  const expected = culprit ? [{ ...culprit, kind: 'script', first: true }] : []
  expect(reported({ ...caught, kind: 'script' })).toEqual(expected)
})

test('a chunk that does not load does not count as an error of its release', () => {
  const missing = Object.assign(errorAt(ofSigning), { name: 'ChunkLoadError' })
  expect(reported({ error: missing, kind: 'render', boundary: SIGNING })).toEqual([])
})

test('a loop of errors gives one report per kind, and only the first marks the load as erroneous', () => {
  const loop = Array.from({ length: 1000 }, () => ({ error: errorAt(ofSigning), kind: 'script' }) as const)
  expect(reported(...loop, { error: errorAt(ofSigning), kind: 'render' })).toEqual([
    { ...SIGNING, kind: 'script', first: true },
    { ...SIGNING, kind: 'render', first: false },
  ])
})

test('a report contains no message, stack or address of the error', () => {
  expect(JSON.stringify(reported({ error: errorAt(ofSigning), kind: 'promise' }))).not.toMatch(
    /Ana|example|attempt|http/,
  )
})

test('the watcher reports errors and unhandled rejections of the window', async () => {
  const sent: ErrorEvent[] = []
  const arrived = new Promise<void>((resolve) => {
    const report = reportLater((event) => {
      sent.push(event)
      if (sent.length === 2) resolve()
    })
    watchErrors(report)
  })
  window.dispatchEvent(new globalThis.ErrorEvent('error', { error: errorAt(ofSigning), filename: ofSigning }))
  // jsdom has no PromiseRejectionEvent.
  window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: errorAt(ofSigning) }))
  await arrived
  expect(sent.map(({ kind }) => kind)).toEqual(['script', 'promise'])
})
