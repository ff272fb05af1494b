import { inflateInBrowser } from '../syntax/inflate.ts'
import {
  type Attack,
  attacks,
  createTestSigner,
  overlayBySignature,
  overlayByStamp,
  sealedDocument,
  sharedInfo,
  testTime,
} from '../testing/node/index.ts'
import { describeReport, describeVerdict, verifyPdf } from './index.ts'

const signer = createTestSigner()
const means = { signer, stranger: createTestSigner(), now: testTime }

const judge = async (attack: Attack) => {
  const report = await verifyPdf(await attack(means), { roots: signer.roots, inflate: inflateInBrowser, now: testTime })
  if (report.kind !== 'signed') throw new Error(`signed, not ${JSON.stringify(report)}`)
  return { report, victims: report.signatures.filter(({ field }) => /^(ana|luis|trazo-seal-1)$/.test(field)) }
}

test.each([
  ['an unchanged sealed document', sealedDocument],
  ['an object that serves both as document properties and as form', sharedInfo],
])('the verification accepts %s as valid', async (_, attack) => {
  const { report, victims } = await judge(attack)
  expect(report.verdict).toBe('valid')
  expect(victims).toHaveLength(3)
})

test.each(attacks)('%s: every signature is suspicious', async (_, attack) => {
  const { victims } = await judge(attack)
  expect(victims.map(({ verdict }) => verdict)).toEqual(['suspicious', 'suspicious', 'suspicious'])
})

test.each([
  ['an invisible time stamp', overlayByStamp, 'drawing-added', 'suspicious'],
  ['a stranger’s signature', overlayBySignature, 'signature-field-added', 'changed'],
] as const)(
  'k: the verification reports the place that %s covers on a page, and no text contains «intacto»',
  async (_, attack, kind, verdict) => {
    const { report, victims } = await judge(attack)
    for (const victim of victims) {
      expect(victim.verdict).toBe(verdict)
      expect(victim.changes).toContainEqual(
        expect.objectContaining({ kind, page: 1, rect: { x: 0, y: 0, width: 1, height: 1 } }),
      )
      expect(describeVerdict(victim).text).not.toContain('intacto')
    }
    expect(describeReport(report).text).not.toContain('intacto')
  },
)
