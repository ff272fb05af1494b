import { X509Certificate } from 'node:crypto'
import { inflate } from 'pdf/inflate'
import { type RevocationEvidence, verifyPdf } from 'pdf/verify'
import { createMemoryRegister, issuerIdOf } from '../pki/certificate-register.ts'
import { createTestPki, testTime } from '../signing/test-support/signing.ts'
import { signSample } from './test-support/signed-sample.ts'

const HOUR = 60 * 60 * 1000

const signAndRevoke = async (revokedAt: Date | undefined) => {
  const register = createMemoryRegister()
  const pki = await createTestPki({ register })
  const sample = await signSample('table', { pki })
  const options = { roots: sample.roots, inflate, now: new Date(testTime.getTime() + 48 * HOUR) }
  const report = await verifyPdf(sample.signed[0], options)
  const chain = report.kind === 'signed' ? (report.signatures[0]?.certificate?.chain ?? []) : []
  const [certificate, issuer] = chain.map((der) => new X509Certificate(der))
  if (certificate === undefined || issuer === undefined) throw new Error('a chain')
  if (revokedAt !== undefined) {
    const serialNumber = certificate.serialNumber.toLowerCase()
    register.revoke(issuerIdOf(issuer), { serialNumber, at: revokedAt, reason: 1 })
  }
  const ocsp = await pki.revocation.ocspFor(certificate, issuer)
  const crls = [await pki.revocation.crlOf(issuer), await pki.revocation.crlOf(pki.root)]
  const revocation: RevocationEvidence = {
    ocsps: ocsp === undefined ? [] : [ocsp],
    crls: crls.flatMap((crl) => (crl === undefined ? [] : [crl])),
  }
  const verify = (evidence: RevocationEvidence, bytes = sample.signed[0]) =>
    verifyPdf(bytes, { ...options, revocation: evidence })
  return { verify, revocation }
}

test('the verification reports a valid certificate with the revocation state good', async () => {
  const { verify, revocation } = await signAndRevoke(undefined)
  expect(await verify(revocation)).toMatchObject({ verdict: 'valid', signatures: [{ revocation: { state: 'good' } }] })
})

test.each([
  ['a responder', ({ ocsps }: RevocationEvidence) => ({ ocsps, crls: [] })],
  ['a list', ({ crls }: RevocationEvidence) => ({ ocsps: [], crls })],
])('a signature by a certificate that was revoked before is invalid, according to %s', async (_, choose) => {
  const revokedAt = new Date(Math.floor((testTime.getTime() - HOUR) / 1000) * 1000)
  const { verify, revocation } = await signAndRevoke(revokedAt)
  expect(await verify(choose(revocation))).toMatchObject({
    verdict: 'invalid',
    signatures: [{ problems: ['revoked'], revocation: { state: 'revoked', at: revokedAt } }],
  })
})

test('a signature stays valid when the certificate is revoked after its proven signing time', async () => {
  const { verify, revocation } = await signAndRevoke(new Date(testTime.getTime() + HOUR))
  expect(await verify(revocation)).toMatchObject({ verdict: 'valid', signatures: [{ problems: [] }] })
})

test('the verification ignores damaged revocation answers and answers about other certificates', async () => {
  const { verify } = await signAndRevoke(undefined)
  const stranger = (await signAndRevoke(new Date(testTime.getTime() - HOUR))).revocation
  const damaged = stranger.ocsps.map((bytes) => bytes.map((byte, index) => (index === 90 ? byte ^ 1 : byte)))
  for (const evidence of [stranger, { ocsps: [...damaged, new Uint8Array()], crls: [new Uint8Array(9)] }]) {
    expect(await verify(evidence)).toMatchObject({
      verdict: 'valid',
      signatures: [{ revocation: { state: 'unknown' } }],
    })
  }
})
