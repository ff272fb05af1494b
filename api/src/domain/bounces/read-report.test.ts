import fc from 'fast-check'
import { createBounceAddress } from './bounce-address.ts'
import { readReport } from './read-report.ts'

const bytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'latin1'))
const bounces = createBounceAddress({ address: 'Rebotes@example.com', secret: 's'.repeat(32) })

const report = (fields: string, type = 'multipart/report; report-type=delivery-status; boundary="b1"'): string =>
  [
    'From: MAILER-DAEMON@mx.example',
    'To: <rebotes+abc@example.com>',
    `Content-Type: ${type}`,
    '',
    'Texto',
    '--b1',
    'Content-Type: text/plain',
    '',
    'No llegó. Action: failed',
    '--b1',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example',
    '',
    fields,
    '--b1--',
    '',
  ].join('\r\n')

const recipient = (action: string, status: string, diagnostic = '') =>
  [`Final-Recipient: rfc822; ana@example.com`, `Action: ${action}`, `Status: ${status}`, diagnostic].join('\r\n')

test.each([
  ['failed', '5.1.1', 'Diagnostic-Code: smtp; 550 5.1.1 <ana@mx7.intern.example>\r\n unknown', 'bounced: 550 5.1.1'],
  ['Failed', '5.2.2', 'Diagnostic-Code: smtp; 552 5.2.2 Quota', 'bounced: 552 5.2.2'],
  ['failed (refused)', '5.7.1 (spam)', '', 'bounced: 554 5.7.1'],
  ['failed', '5.1.2', '', 'bounced: 550 5.1.2'],
  ['failed', '4.4.7', 'Diagnostic-Code: smtp; 451 try later', 'bounced: timeout'],
  ['failed', 'nonsense', '', 'bounced: 554'],
  ['delayed', '4.4.1', '', undefined],
  ['delivered', '2.0.0', '', undefined],
  ['relayed', '2.0.0', '', undefined],
])('readReport reads a report with the action %s and the status %s', (action, status, diagnostic, failure) => {
  expect(readReport(bytes(report(recipient(action, status, diagnostic))))).toEqual({
    recipients: ['rebotes+abc@example.com'],
    failure,
  })
})

test.each([
  ['an answer of a person', report(recipient('failed', '5.1.1'), 'text/plain')],
  ['a report without boundary', report(recipient('failed', '5.1.1'), 'multipart/report')],
  [
    'a report without status',
    'Content-Type: multipart/report; boundary=b1\n\n--b1\nContent-Type: text/plain\n\n--b1--',
  ],
  ['nothing', ''],
])('readReport does not accept %s as a delivery report', (_what, text) => {
  expect(readReport(bytes(text))).toBeUndefined()
})

test('readReport reads any bytes without an error', () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 2000 }), (any) => void readReport(any)))
  const lines = fc.constantFrom(
    '--b1',
    '',
    'Content-Type: message/delivery-status',
    'Action: failed',
    ' x',
    'To: a@b',
    ':',
  )
  fc.assert(
    fc.property(fc.array(lines, { maxLength: 30 }), (some) =>
      expect(() =>
        readReport(bytes(`Content-Type: multipart/report; boundary=b1\n\n${some.join('\n')}`)),
      ).not.toThrow(),
    ),
  )
})

describe('the return path of a mail', () => {
  test('a return path identifies its mail in any case and fits the 64 characters of a local part', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), (id) => {
        const path = bounces.returnPathOf(id)
        expect(bounces.mailIdOf(['other@example.com', path])).toBe(id)
        expect(bounces.mailIdOf([path.toUpperCase()])).toBe(id)
        expect(path.split('@')[0]?.length).toBeLessThanOrEqual(64)
      }),
    )
  })

  test('a return path is invalid after a change of any character, with another secret or with another domain', () => {
    const path = bounces.returnPathOf(123_456_789)
    fc.assert(
      fc.property(fc.nat(path.length - 1), fc.constantFrom('0', 'f', 'z', '-', '@', '+'), (at, character) => {
        fc.pre(path[at] !== character)
        expect(bounces.mailIdOf([path.slice(0, at) + character + path.slice(at + 1)])).toBeUndefined()
      }),
    )
    const other = createBounceAddress({ address: 'rebotes@example.com', secret: 'o'.repeat(32) })
    expect(other.mailIdOf([path])).toBeUndefined()
    expect(bounces.mailIdOf([path.replace('example.com', 'example.org')])).toBeUndefined()
    expect(bounces.mailIdOf([])).toBeUndefined()
  })
})
