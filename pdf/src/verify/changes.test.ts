import { coversContent, type DocumentChange, makeChange, overlayOf, raiseLarge, uniqueChanges } from './changes.ts'
import { countByteRanges } from './count-byte-ranges.ts'
import {
  type CertificateReport,
  certificationOf,
  type RevocationReport,
  type SignatureReport,
  worstOf,
} from './report.ts'

const rectOf = (width: number, height: number, x = 0.1, y = 0.1) => ({ x, y, width, height })
const signed = (width: number, height: number): DocumentChange =>
  makeChange('signature-added', { page: 1, rect: rectOf(width, height) })
const filled = (width: number, height: number): DocumentChange =>
  makeChange('field-filled', { page: 1, rect: rectOf(width, height) })
const drawing: DocumentChange = makeChange('drawing-added', { page: 1, rect: rectOf(0.1, 0.1) })

describe('a drawing after a signature', () => {
  test.each<[string, DocumentChange, boolean]>([
    ['of a signature in a field of 15 % of the page', signed(0.5, 0.3), false],
    ['of a signature in a larger field', signed(0.51, 0.3), true],
    ['of a signature whose signer no authority vouches for', { ...signed(0.1, 0.1), severity: 'notable' }, true],
    ['of a value in the signer’s own field', makeChange('own-field-filled', { rect: rectOf(0.1, 0.1) }), false],
    ['of a value in another field', filled(0.1, 0.1), true],
    ['of nobody', drawing, true],
    ['without a place', makeChange('drawing-added'), false],
    ['outside of the page, at the right', makeChange('drawing-added', { rect: rectOf(0.1, 0.1, 1, 0) }), false],
    ['outside of the page, below', makeChange('drawing-added', { rect: rectOf(0.1, 0.1, 0, 1) }), false],
    ['outside of the page, at the left', makeChange('drawing-added', { rect: rectOf(0.1, 0.1, -0.1, 0) }), false],
    ['outside of the page, above', makeChange('drawing-added', { rect: rectOf(0.1, 0.1, 0, -0.1) }), false],
    ['partly on the page', makeChange('drawing-added', { rect: rectOf(0.2, 0.2, -0.1, 0.95) }), true],
  ])('%s may cover signed content: %s', (_, each, expected) => {
    expect(coversContent(each)).toBe(expected)
  })

  test.each<[string, readonly DocumentChange[], string]>([
    ['no change', [], 'none'],
    ['a signature in its field', [signed(0.1, 0.1)], 'none'],
    ['small values of a form', [filled(0.1, 0.1), filled(0.5, 0.3), signed(0.1, 0.1)], 'filled'],
    ['a large value of a form', [filled(0.1, 0.1), filled(0.6, 0.3)], 'drawn'],
    ['a value and a drawing', [filled(0.1, 0.1), drawing], 'drawn'],
  ])('%s', (_, changes, expected) => {
    expect(overlayOf(changes)).toBe(expected)
  })

  test('ink of known signers is notable in a large field, and if all of it covers more than half of a page', () => {
    const severitiesOf = (changes: readonly DocumentChange[]) => raiseLarge(changes).map(({ severity }) => severity)
    expect(severitiesOf([signed(0.5, 0.3)])).toEqual(['expected'])
    expect(severitiesOf([signed(0.6, 0.3)])).toEqual(['notable'])
    const four = Array.from({ length: 4 }, () => signed(0.5, 0.3))
    expect(severitiesOf(four)).toEqual(['notable', 'notable', 'notable', 'notable'])
    expect(severitiesOf(four.slice(1))).toEqual(['expected', 'expected', 'expected'])
    expect(severitiesOf(four.map((each, index) => ({ ...each, page: index + 1 })))).toEqual(Array(4).fill('expected'))
    expect(severitiesOf([...four, makeChange('metadata'), drawing]).slice(4)).toEqual(['expected', 'suspicious'])
  })
})

test('of more than 200 changes the grave ones stay, and none is told twice', () => {
  const many = Array.from({ length: 250 }, (_, index) => makeChange('field-filled', { field: `f${index}` }))
  expect(uniqueChanges([...many.slice(0, 2), ...many.slice(0, 2)])).toEqual(many.slice(0, 2))
  expect(uniqueChanges(many.slice(0, 200))).toEqual(many.slice(0, 200))
  const kept = uniqueChanges([...many, drawing])
  expect(kept).toHaveLength(200)
  expect(kept[0]).toEqual(drawing)
  expect(kept[199]).toEqual(many[198])
})

test.each([
  ['/ByteRange [0 1 2 3]', 1],
  ['/ByteRange/ByteRange x/ByteRange', 3],
  ['/ByteRang /byteRange ByteRange', 0],
  ['//ByteRange', 1],
])('%s names %i byte ranges', (text, expected) => {
  expect(countByteRanges(Buffer.from(text, 'latin1'))).toBe(expected)
})

test('the worst verdict of several counts', () => {
  expect(worstOf([])).toBe('valid')
  expect(worstOf(['changed', 'unknown', 'valid'])).toBe('unknown')
  expect(worstOf(['invalid', 'suspicious'])).toBe('invalid')
})

describe('a signature is called certified', () => {
  const certificate = { trust: 'national', problem: undefined, purpose: 'signature' } as CertificateReport
  const good: RevocationReport = { state: 'good', at: undefined }
  const certified = { kind: 'signature', verdict: 'valid', certificate, revocation: good } as SignatureReport

  test.each<[string, Partial<SignatureReport>, string | undefined]>([
    ['with a national certificate that was not revoked', {}, 'national'],
    ['also after notable changes', { verdict: 'changed' }, 'national'],
    ['not if its content may differ', { verdict: 'suspicious' }, undefined],
    ['not if it is unknown', { verdict: 'unknown' }, undefined],
    ['not as a time stamp', { kind: 'document-time-stamp' }, undefined],
    ['not without proof against revocation', { revocation: { ...good, state: 'unknown' } }, undefined],
    ['not of another authority', { certificate: { ...certificate, trust: 'platform' } }, undefined],
    ['not without a certificate', { certificate: undefined }, undefined],
    ['not with a certificate that had expired', { certificate: { ...certificate, problem: 'expired' } }, undefined],
    ['not for another purpose', { certificate: { ...certificate, purpose: 'authentication' } }, undefined],
    ['of a simulator', { certificate: { ...certificate, trust: 'simulator' } }, 'simulator'],
    [
      'of a simulator, not if it is invalid',
      { certificate: { ...certificate, trust: 'simulator' }, verdict: 'invalid' },
      undefined,
    ],
  ])('%s', (_, over, expected) => {
    expect(certificationOf({ ...certified, ...over })).toBe(expected)
  })
})
