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

test.each<[string, Partial<SecurityPolicyViolationEvent>, readonly object[]]>([
  [
    'a style of its script',
    { effectiveDirective: 'style-src-attr', sourceFile: ofSigning, blockedURI: 'inline' },
    [{ ...SIGNING, kind: 'blocked-style', first: false }],
  ],
  [
    'a script of its folder',
    { effectiveDirective: 'script-src-elem', sourceFile: ofShell, blockedURI: ofSigning },
    [{ ...SIGNING, kind: 'blocked-script', first: false }],
  ],
  ['a picture', { effectiveDirective: 'img-src', sourceFile: ofSigning, blockedURI: 'https://x.example/a.png' }, []],
  [
    'a style of an extension',
    { effectiveDirective: 'style-src-elem', sourceFile: 'chrome-extension', blockedURI: 'inline' },
    [],
  ],
])('the reporter tells of a release when the policy refused %s', (_name, violation, expected) => {
  const blocked = { kind: 'blocked', error: { sourceFile: '', ...violation } } as const
  expect(reported(blocked, blocked)).toEqual(expected)
})

test('an error after a refused style is the first error of its release', () => {
  const violation = { effectiveDirective: 'style-src', sourceFile: ofSigning, blockedURI: 'inline' }
  const [, error] = reported({ kind: 'blocked', error: violation }, { kind: 'script', error: errorAt(ofSigning) })
  expect(error).toEqual({ ...SIGNING, kind: 'script', first: true })
})

test('a loop of errors gives one report per kind, and only the first marks the load as erroneous', () => {
  const loop = Array.from({ length: 1000 }, () => ({ error: errorAt(ofSigning), kind: 'script' }) as const)
  expect(reported(...loop, { error: errorAt(ofSigning), kind: 'render' })).toEqual([
    { ...SIGNING, kind: 'script', first: true },
    { ...SIGNING, kind: 'render', first: false },
  ])
})

test('positions in the files of the release are sent to a site that asks for them, and nothing else of the stack', () => {
  const sent: ErrorEvent[] = []
  const report = createReporter(
    (event) => sent.push(event),
    () => true,
  )
  const chunk = `${ORIGIN}/r/mf_signing/1.2.0-a+b/guest.0af3.js`
  report({
    kind: 'script',
    error: errorAt(ofShell, ofSigning, chunk, `${ORIGIN}/sign/7/contrato?token=abc`, chunk, chunk),
  })
  expect(sent).toEqual([
    { ...SIGNING, kind: 'script', first: true, frames: ['app.js:1:2', 'guest.0af3.js:1:2', 'guest.0af3.js:1:2'] },
  ])
  report({ kind: 'render', error: errorAt(ofShell), boundary: SIGNING })
  expect(sent[1]).toEqual({ ...SIGNING, kind: 'render', first: false })
})

test('a report contains no message, stack or address of the error', () => {
  expect(JSON.stringify(reported({ error: errorAt(ofSigning), kind: 'promise' }))).not.toMatch(
    /Ana|example|attempt|http/,
  )
})

test('the watcher reports errors and unhandled rejections of the window, and refused styles', async () => {
  const sent: ErrorEvent[] = []
  const arrived = new Promise<void>((resolve) => {
    const report = reportLater((event) => {
      sent.push(event)
      if (sent.length === 3) resolve()
    })
    watchErrors(report)
  })
  window.dispatchEvent(new globalThis.ErrorEvent('error', { error: errorAt(ofSigning), filename: ofSigning }))
  // jsdom has no PromiseRejectionEvent.
  window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: errorAt(ofSigning) }))
  const violation = { effectiveDirective: 'style-src-elem', sourceFile: ofSigning, blockedURI: 'inline' }
  document.dispatchEvent(Object.assign(new Event('securitypolicyviolation'), violation))
  await arrived
  expect(sent.map(({ kind }) => kind)).toEqual(['script', 'promise', 'blocked-style'])
})
