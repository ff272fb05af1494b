import { prepareFields } from '../sign/index.ts'
import { concatBytes } from '../syntax/index.ts'
import { inflateInBrowser } from '../syntax/inflate.ts'
import {
  type Attack,
  blackPng,
  buildPdf,
  createTestSigner,
  fieldAt,
  inkAttacks,
  testTime,
  WHOLE,
} from '../testing/node/index.ts'
import { describeReport, describeVerdict, verifyPdf } from './index.ts'

const signer = createTestSigner()
const means = { signer, stranger: createTestSigner(), now: testTime }

const judge = async (attack: Attack) => {
  const report = await verifyPdf(await attack(means), { roots: signer.roots, inflate: inflateInBrowser, now: testTime })
  if (report.kind !== 'signed') throw new Error(`signed, not ${JSON.stringify(report)}`)
  return { report, victims: report.signatures.filter(({ field }) => /^(ana|luis|trazo-seal-1)$/.test(field)) }
}

test.each(inkAttacks)('%s: no signature before it is called intact', async (_, attack, expected) => {
  const { report, victims } = await judge(attack)
  expect(victims.length).toBeGreaterThan(0)
  for (const victim of victims) {
    expect(victim.verdict).toBe(expected === 'told' ? 'changed' : 'suspicious')
    expect(describeVerdict(victim).text).not.toMatch(/intacto|no ha cambiado/)
    if (expected === 'told')
      expect(victim.changes).toContainEqual(expect.objectContaining({ page: 1, rect: WHOLE, severity: 'notable' }))
  }
  expect(describeReport(report).text).not.toContain('intacto')
})

test('the second signature in its small prepared field is told with its place, and stays a matter of course', async () => {
  const bytes = buildPdf({ xref: 'table' })
  const rects = [0.1, 0.3, 0.5, 0.7].map((y) => ({ x: 0.1, y, width: 0.4, height: 0.15 }))
  const fields = rects.map((rect, index) => fieldAt(`p${index}`, rect))
  let document = concatBytes([bytes, prepareFields(bytes, fields)])
  for (const { name: fieldName } of fields) {
    const person = { name: fieldName, email: '' }
    const input = { document, fieldName, signer: person, appearancePng: blackPng(9, 9), signedAt: testTime }
    document = concatBytes([document, (await signer.sign(input)).tail])
  }
  const report = await verifyPdf(document, { roots: signer.roots, inflate: inflateInBrowser, now: testTime })
  expect(report).toMatchObject({ kind: 'signed', verdict: 'valid' })
  if (report.kind !== 'signed') return
  const [first] = report.signatures
  expect(first?.changes).toHaveLength(3)
  for (const [index, change] of (first?.changes ?? []).entries()) {
    expect(change).toMatchObject({ kind: 'signature-added', severity: 'expected', page: 1 })
    expect(change.rect?.y).toBeCloseTo(rects[index + 1]?.y ?? -1, 2)
  }
})

test('a stranger’s signature in a small prepared field is told, and nothing before it is called intact', async () => {
  const bytes = buildPdf({ xref: 'table' })
  const small = { x: 0.1, y: 0.3, width: 0.2, height: 0.05 }
  const prepared = concatBytes([
    bytes,
    prepareFields(bytes, [fieldAt('ana', { ...small, y: 0.1 }), fieldAt('otra', small)]),
  ])
  let document = prepared
  for (const [fieldName, by] of [
    ['ana', signer],
    ['otra', means.stranger],
  ] as const) {
    const person = { name: fieldName, email: '' }
    const input = { document, fieldName, signer: person, appearancePng: blackPng(9, 9), signedAt: testTime }
    document = concatBytes([document, (await by.sign(input)).tail])
  }
  const report = await verifyPdf(document, { roots: signer.roots, inflate: inflateInBrowser, now: testTime })
  if (report.kind !== 'signed') throw new Error('signed')
  const [first] = report.signatures
  expect(first).toMatchObject({
    verdict: 'changed',
    changes: [{ kind: 'signature-added', severity: 'notable', page: 1 }],
  })
  expect(first && describeVerdict(first).text).not.toContain('intacto')
  expect(describeReport(report).text).not.toContain('intacto')
  expect(JSON.stringify(report)).not.toContain('owners')
})

test('signatures that fill most of a page together are told as a drawing over it', async () => {
  const bytes = buildPdf({ xref: 'table' })
  const fields = Array.from({ length: 7 }, (_, index) =>
    fieldAt(`p${index}`, { x: 0, y: index / 7, width: 1, height: 1 / 7 }),
  )
  let document = concatBytes([bytes, prepareFields(bytes, fields)])
  for (const { name: fieldName } of fields) {
    const person = { name: fieldName, email: '' }
    const input = { document, fieldName, signer: person, appearancePng: blackPng(9, 9), signedAt: testTime }
    document = concatBytes([document, (await signer.sign(input)).tail])
  }
  const report = await verifyPdf(document, { roots: signer.roots, inflate: inflateInBrowser, now: testTime })
  expect(report).toMatchObject({ verdict: 'changed', signatures: [{ verdict: 'changed' }, {}, {}, {}, {}, {}, {}] })
  expect(describeReport(report).text).not.toContain('intacto')
})
