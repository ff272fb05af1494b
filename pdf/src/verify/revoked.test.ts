import { inflateInBrowser } from '../syntax/inflate.ts'
import {
  answerAbout,
  closeDocument,
  createTestSigner,
  evidenceFor,
  listOf,
  makeNationalHierarchy,
  nationalForm,
  personOf,
  signAsPerson,
  signSample,
  testTime,
} from '../testing/node/index.ts'
import { type RevocationEvidence, verifyPdf } from './index.ts'

test('a signature is B-LT only with proof for the time-stamp authority, too', async () => {
  const hierarchy = makeNationalHierarchy()
  const person = personOf(hierarchy)
  const at = testTime
  const chain = [hierarchy.issuer, hierarchy.policy]
  const signed = await signAsPerson(nationalForm(['ana']), { field: 'ana', person, chain, hierarchy, at })
  const evidence = await evidenceFor(person, hierarchy, at)
  const roots = [{ certificate: hierarchy.root.certificate, kind: 'platform' as const }]
  const levelWith = async (crls: readonly Uint8Array[]) => {
    const closed = await closeDocument(signed, { ...evidence, crls }, { hierarchy, at })
    const report = await verifyPdf(closed, { roots, inflate: inflateInBrowser, now: at })
    return report.kind === 'signed' ? report.signatures[0]?.level : undefined
  }
  expect(await levelWith(evidence.crls)).toBe('B-LTA')
  // The last list is that of the authority above the time stamps.
  expect(await levelWith(evidence.crls.slice(0, 2))).toBe('B-T')
})

const HOUR = 60 * 60 * 1000

const signAndRevoke = async (revokedAt: Date | undefined) => {
  const signer = createTestSigner()
  const { signed, roots } = await signSample('table', { with: { signer, roots: signer.roots } })
  // The newest signature; all before it stay good.
  const [, , bytes] = signed
  const { root, policy, issuer, stampPolicy } = signer.hierarchy
  const person = signer.person()
  const asked = new Date(testTime.getTime() + 2 * HOUR)
  const revoked = revokedAt === undefined ? [] : [person]
  const revocation: RevocationEvidence = {
    ocsps: [await answerAbout(person, signer.hierarchy, asked, revokedAt)],
    crls: await Promise.all([
      listOf(issuer, asked, revoked, revokedAt),
      ...[root, policy, stampPolicy].map((each) => listOf(each, asked)),
    ]),
  }
  const options = { roots, inflate: inflateInBrowser, now: new Date(testTime.getTime() + 3 * HOUR) }
  const verify = async (evidence: RevocationEvidence) => {
    const report = await verifyPdf(bytes, { ...options, revocation: evidence })
    return report.kind === 'signed' ? report.signatures.at(-1) : undefined
  }
  return { verify, revocation }
}

test('the verification reports a valid certificate with the revocation state good', async () => {
  const { verify, revocation } = await signAndRevoke(undefined)
  expect(await verify(revocation)).toMatchObject({ verdict: 'valid', revocation: { state: 'good' } })
})

test.each([
  ['a responder', ({ ocsps, crls }: RevocationEvidence) => ({ ocsps, crls: crls.slice(1) })],
  ['a list', ({ crls }: RevocationEvidence) => ({ ocsps: [], crls })],
])('a signature by a certificate that was revoked before is invalid, according to %s', async (_, choose) => {
  const revokedAt = new Date(Math.floor((testTime.getTime() - HOUR) / 1000) * 1000)
  const { verify, revocation } = await signAndRevoke(revokedAt)
  expect(await verify(choose(revocation))).toMatchObject({
    verdict: 'invalid',
    problems: ['revoked'],
    revocation: { state: 'revoked', at: revokedAt },
  })
})

test('a signature stays valid when the certificate is revoked after its proven signing time', async () => {
  const { verify, revocation } = await signAndRevoke(new Date(testTime.getTime() + HOUR))
  expect(await verify(revocation)).toMatchObject({ verdict: 'valid', problems: [] })
})

test('the verification ignores damaged revocation answers and answers about other certificates', async () => {
  const { verify } = await signAndRevoke(undefined)
  const stranger = (await signAndRevoke(new Date(testTime.getTime() - HOUR))).revocation
  const damaged = stranger.ocsps.map((bytes) => bytes.map((byte, index) => (index === 90 ? byte ^ 1 : byte)))
  for (const evidence of [stranger, { ocsps: [...damaged, new Uint8Array()], crls: [new Uint8Array(9)] }]) {
    expect(await verify(evidence)).toMatchObject({ verdict: 'valid', revocation: { state: 'unknown' } })
  }
})
