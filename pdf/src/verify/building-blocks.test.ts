import { parseCertificate } from '../cms/index.ts'
import { checkRevocation } from '../cms/revocation.ts'
import { inflateWithNode } from '../syntax/inflate-node.ts'
import { listOf, makeNationalHierarchy, nationalForm, personOf, signAsPerson, testTime } from '../testing/node/index.ts'
import { verifyPdf } from './index.ts'

/** Building blocks of ETSI EN 319 102-1, 5.2, as far as no other test has them. */

const hierarchy = makeNationalHierarchy()
const roots = [{ certificate: hierarchy.root.certificate, kind: 'national' as const }]
const DAY = 24 * 60 * 60 * 1000
const after = (days: number): Date => new Date(testTime.getTime() + days * DAY)

const verifySignatureOf = async (person: ReturnType<typeof personOf>, now = testTime, withoutStamp = true) => {
  const chain = [hierarchy.issuer, hierarchy.policy]
  const given = { field: 'ana', person, chain, hierarchy, at: testTime, withoutStamp }
  const bytes = await signAsPerson(nationalForm(['ana']), given)
  const report = await verifyPdf(bytes, { roots, inflate: inflateWithNode, now })
  return report.kind === 'signed' ? report.signatures[0] : undefined
}

test('5.2.5: an old list says nothing about a later moment', async () => {
  const [certificate, issuer] = [personOf(hierarchy), hierarchy.issuer].map(({ certificate: der }) =>
    parseCertificate(der),
  )
  if (certificate === undefined || issuer === undefined) throw new Error('certificates')
  const evidence = { ocsps: [], crls: [await listOf(hierarchy.issuer, testTime)] }
  const stateAt = async (at: Date) => (await checkRevocation(certificate, issuer, evidence, at)).state
  expect(await stateAt(after(-1))).toBe('good')
  expect(await stateAt(testTime)).toBe('good')
  expect(await stateAt(after(36_500))).toBe('unknown')
})

test('5.2.6: a key for encryption alone signs nothing', async () => {
  expect(await verifySignatureOf(personOf(hierarchy))).toMatchObject({ verdict: 'valid', problems: [] })
  const other = await verifySignatureOf(personOf(hierarchy, { keyUsage: 0x20 }))
  expect(other).toMatchObject({ verdict: 'suspicious', problems: ['key-usage'] })
})

test.each([
  [-36_500, 'not-yet-valid'],
  [36_500, 'expired'],
])('5.2.6: %i days from the signature its certificate is %s, without a proven time', async (days, problem) => {
  const report = await verifySignatureOf(personOf(hierarchy), after(days))
  expect(report).toMatchObject({ verdict: 'unknown', certificate: { problem } })
})

test('5.5: the time of a signature time stamp counts in the place of now', async () => {
  const report = await verifySignatureOf(personOf(hierarchy), after(36_500), false)
  expect(report).toMatchObject({ verdict: 'valid', time: { source: 'time-stamp', isProven: true } })
})
