import { derInteger, derOid, derSequence, objectIdentifiers, octetString } from 'pdf/cms'
import type { CertificateTrust } from 'pdf/cms/node'
import {
  checkTimeStampToken,
  decodeTimeStampRequest,
  decodeTimeStampResponse,
  encodeTimeStampRefusal,
  encodeTimeStampRequest,
  encodeTimeStampResponse,
  sha256Imprint,
  sha256Of,
} from 'pdf/cms/node'
import { openssl, testWith } from 'pdf/testing/node'
import { createTestPki, testTime } from '../signing/test-support/signing.ts'
import type { PlatformPki } from './platform-pki.ts'

const data = new TextEncoder().encode('what is stamped')
const imprint = sha256Of(data)
const nonce = Uint8Array.of(0x00, 0x9a, 1, 2, 3, 4, 5, 6)
const refused = expect.objectContaining({ code: 'TIMESTAMP_REFUSED' })

let pki: PlatformPki
let token: Uint8Array
let trust: CertificateTrust
beforeAll(async () => {
  pki = await createTestPki()
  trust = { roots: [pki.root], intermediates: [] }
  token = await pki.createTimeStamp(imprint, nonce)
})

test('a token contains imprint, time, policy and authority, and the nonce of the request', () => {
  const checked = checkTimeStampToken(token, {
    imprint,
    nonce,
    policy: objectIdentifiers.platformTimeStampPolicy,
    trust,
  })
  expect(checked.time.toISOString()).toBe('2026-03-14T20:05:09.000Z')
  expect(testTime.getTime() - checked.time.getTime()).toBeLessThan(checked.accuracySeconds * 1000)
  expect(checked.policy).toBe(objectIdentifiers.platformTimeStampPolicy)
  expect(checked.authority.subject).toBe('CN=Trazo Platform TSA')
})

test('two tokens have different serial numbers', async () => {
  const other = await pki.createTimeStamp(imprint, nonce)
  const [a, b] = [token, other].map((each) => checkTimeStampToken(each, { imprint, trust }).serialNumber)
  expect(a).not.toEqual(b)
})

test('the check refuses another imprint, nonce, policy or root', async () => {
  expect(() => checkTimeStampToken(token, { imprint: sha256Of(imprint), trust })).toThrow(refused)
  expect(() => checkTimeStampToken(token, { imprint, nonce: Uint8Array.of(1), trust })).toThrow(refused)
  expect(() => checkTimeStampToken(token, { imprint, policy: '1.2.3', trust })).toThrow(refused)
  const stranger = await createTestPki()
  const invalid = expect.objectContaining({ code: 'SIGNATURE_INVALID' })
  expect(() => checkTimeStampToken(token, { imprint, trust: { roots: [stranger.root], intermediates: [] } })).toThrow(
    invalid,
  )
})

test('the check refuses a token with a flipped bit in the stamped data or in the signature', () => {
  const start = Buffer.from(token).indexOf(imprint)
  const stamped = Array.from({ length: imprint.length + 30 }, (_, index) => start + index)
  const value = Array.from({ length: 60 }, (_, index) => token.length - 1 - index)
  for (const offset of [...stamped, ...value]) {
    const damaged = token.with(offset, (token[offset] ?? 0) ^ 0x04)
    expect(() => checkTimeStampToken(damaged, { imprint, nonce, trust })).toThrow()
  }
})

test('encoded requests and responses decode to the same values', () => {
  const asked = { imprint: sha256Imprint(imprint), nonce }
  const request = decodeTimeStampRequest(encodeTimeStampRequest(asked))
  expect(request).toEqual({ ...asked, nonce: nonce.subarray(1), wantsCertificate: true, hasExtensions: false })
  expect(decodeTimeStampRequest(encodeTimeStampRequest({ ...asked, nonce: undefined })).nonce).toBeUndefined()
  expect(decodeTimeStampResponse(encodeTimeStampResponse(token))).toEqual(token)
})

test('the decoder refuses a response that does not grant a token', () => {
  expect(() => decodeTimeStampResponse(Uint8Array.of(0x30, 5, 0x30, 3, 2, 1, 2))).toThrow(refused)
  expect(() => decodeTimeStampResponse(encodeTimeStampRefusal('badAlg', 'SHA-1'))).toThrow(refused)
})

test('the decoder refuses a SHA-1 request', () => {
  const imprintOfSha1 = derSequence(derSequence(derOid('1.3.14.3.2.26')), octetString(new Uint8Array(20)))
  expect(() => decodeTimeStampRequest(derSequence(derInteger(1), imprintOfSha1))).toThrow(refused)
})

testWith(['openssl'], 'the decoder reads a request of openssl', async () => {
  const args = ['ts', '-query', '-data', 'data', '-sha256', '-cert']
  const request = decodeTimeStampRequest(new Uint8Array(openssl({ data }, args)))
  expect(request.imprint).toEqual(sha256Imprint(imprint))
  expect(request.nonce?.length).toBeGreaterThan(0)
})

testWith(['openssl'], 'openssl verifies a token of the platform', async () => {
  const files = {
    data,
    'token.der': token,
    'root.pem': pki.root.toString(),
    'chain.pem': pki.issuing.toString(),
  }
  const args = ['ts', '-verify', '-data', 'data', '-in', 'token.der', '-token_in', '-CAfile', 'root.pem']
  const at = ['-attime', String(Math.floor(testTime.getTime() / 1000))]
  expect(String(openssl(files, [...args, '-untrusted', 'chain.pem', ...at]))).toContain('Verification: OK')
})
