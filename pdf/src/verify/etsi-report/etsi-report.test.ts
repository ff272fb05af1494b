import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import fc from 'fast-check'
import { inflateWithNode } from '../../syntax/inflate-node.ts'
import {
  answerAbout,
  checkEtsiReport,
  closeDocument,
  createTestSigner,
  descendantsOf,
  encryptedPdf,
  encryptionForms,
  evidenceFor,
  indicationsIn,
  listOf,
  makeNationalHierarchy,
  nationalForm,
  noEvidence,
  type ParsedXml,
  personOf,
  sampleOptions,
  signAsPerson,
  signSample,
  tamper,
  testTime,
} from '../../testing/node/index.ts'
import { type RevocationEvidence, type TrustedRoot, verifyPdf } from '../index.ts'
import { makeEtsiReport } from './index.ts'

/** A folder for a validation by hand against the schema, which cannot be installed. */
const KEPT = process.env.KEEP_ETSI_REPORTS

const keep = (title: string, text: string): void => {
  if (KEPT !== undefined) writeFileSync(resolve(KEPT, `${title.replaceAll(/\W+/g, '-')}.xml`), text)
}

interface Given {
  readonly roots?: readonly TrustedRoot[]
  readonly now?: Date
  readonly revocation?: RevocationEvidence
}

const make = async (title: string, bytes: Uint8Array, { roots = [], now = testTime, revocation }: Given = {}) => {
  const options = { inflate: inflateWithNode, now, ...(revocation === undefined ? {} : { revocation }) }
  const report = await verifyPdf(bytes, { roots, ...options })
  const text = await makeEtsiReport(bytes, report, options)
  if (text === undefined) return undefined
  keep(title, text)
  const { root, problems } = checkEtsiReport(text)
  expect(problems).toEqual([])
  const kept = report.kind === 'signed' ? report.signatures : []
  expect(indicationsIn(root)).toHaveLength(kept.length)
  for (const [index, { verdict }] of kept.entries())
    if (verdict !== 'valid' && verdict !== 'changed') expect(indicationsIn(root)[index]).not.toContain('total-passed')
  return root
}

const elementsOf = (root: ParsedXml | undefined, name: string): ParsedXml[] =>
  root === undefined ? [] : descendantsOf(root).filter((each) => each.name === name)
const textsOf = (root: ParsedXml | undefined, name: string): string[] => elementsOf(root, name).map(({ text }) => text)
const statusOf = (root: ParsedXml | undefined): string[][] => (root === undefined ? [] : indicationsIn(root))

const HOUR = 60 * 60 * 1000
const hierarchy = makeNationalHierarchy()
const ana = personOf(hierarchy)
const nationalRoots = [{ certificate: hierarchy.root.certificate, kind: 'national' as const }]
const chain = [hierarchy.issuer, hierarchy.policy]
const signNational = (more: object = {}) =>
  signAsPerson(nationalForm(['ana']), {
    field: 'ana',
    person: ana,
    chain,
    hierarchy,
    at: testTime,
    ...more,
  })

describe('reports of documents that we sign', () => {
  test('a sealed document with three signatures passes, with its time stamps as proof', async () => {
    const { sealed, roots } = await signSample()
    const root = await make('sealed', sealed, { roots })
    expect(statusOf(root)).toEqual([['total-passed'], ['total-passed'], ['total-passed'], ['total-passed']])
    expect(textsOf(root, 'Signer')).toContain('José Pérez, "Ñandú"')
    expect(textsOf(root, 'DAIdentifier').slice(0, 3)).toEqual(['field_ana', 'field_jose', 'field_luis'])
    expect(elementsOf(root, 'POEObject')).toHaveLength(4)
    expect(textsOf(root, 'SubFilterElement')).toEqual([...Array(3).fill('ETSI.CAdES.detached'), 'ETSI.RFC3161'])
  })

  test.each([1, 2, 3])('%i signatures without data about revocation are indeterminate', async (count) => {
    const { signed, roots } = await signSample()
    const root = await make(`signed ${count}`, signed[count - 1] ?? signed[0], { roots })
    expect(statusOf(root)).toEqual(Array(count).fill(['indeterminate', 'TRY_LATER']))
  })

  test('the same document without trusted roots has no chain', async () => {
    const { sealed } = await signSample()
    expect(statusOf(await make('untrusted', sealed))[0]).toEqual(['indeterminate', 'NO_CERTIFICATE_CHAIN_FOUND'])
  })

  test('other bytes fail, a later change is a constraint of ours', async () => {
    const { sealed, signed, roots } = await signSample()
    const altered = Uint8Array.from(signed[0])
    altered[altered.indexOf(0x25, 100) + 1] = 0x21
    const [first] = statusOf(await make('altered', altered, { roots }))
    expect(first?.[0]).toBe('total-failed')
    const [changed] = statusOf(await make('changed', tamper.changePageText(sealed), { roots }))
    expect(changed).toEqual(['indeterminate', 'SIG_CONSTRAINTS_FAILURE'])
  })

  test.each(encryptionForms)('an encrypted document passes, with texts that are decrypted: %s', async (form) => {
    const { sealed, roots } = await signSample('table', { original: encryptedPdf(form, sampleOptions('table')) })
    const root = await make(`encrypted ${form}`, sealed, { roots })
    expect(statusOf(root)).toEqual(Array(4).fill(['total-passed']))
    expect(textsOf(root, 'NameElement')).toContain('Ana Rojas Mora')
  })

  test('streams and hybrid tables make the same reports', async () => {
    for (const xref of ['stream', 'hybrid'] as const) {
      const { sealed, roots } = await signSample(xref)
      expect(statusOf(await make(`sealed ${xref}`, sealed, { roots }))[0]).toEqual(['total-passed'])
    }
  })
})

describe('reports of national documents', () => {
  test('a closed document passes, a basic signature lacks data about revocation', async () => {
    const evidence = await evidenceFor(ana, hierarchy, testTime)
    const closed = await closeDocument(await signNational(), evidence, { hierarchy, at: testTime })
    const given = { roots: nationalRoots }
    expect(statusOf(await make('national B-LTA', closed, given))).toEqual([['total-passed'], ['total-passed']])
    const basic = await make('national B-B', await signNational({ withoutStamp: true }), given)
    expect(statusOf(basic)).toEqual([['indeterminate', 'TRY_LATER']])
    expect(textsOf(basic, 'TimeStampValue')).toEqual([])
    const empty = await closeDocument(await signNational(), noEvidence, { hierarchy, at: testTime })
    expect(statusOf(await make('national without evidence', empty, given))[0]).toEqual(['indeterminate', 'TRY_LATER'])
  })

  test('an expired certificate without a proven time is out of bounds', async () => {
    const later = new Date('2060-01-01T00:00:00Z')
    const root = await make('expired', await signNational({ withoutStamp: true }), { roots: nationalRoots, now: later })
    expect(statusOf(root)).toEqual([['indeterminate', 'OUT_OF_BOUNDS_NO_POE']])
  })

  const revokeOne = async (title: string, isAuthority: boolean) => {
    const signer = createTestSigner()
    const { signed, roots } = await signSample('table', { with: { signer, roots: signer.roots } })
    const { root, policy, issuer, stampPolicy } = signer.hierarchy
    const person = signer.person()
    const asked = new Date(testTime.getTime() + 2 * HOUR)
    const revokedAt = new Date(Math.floor(testTime.getTime() / HOUR) * HOUR - HOUR)
    const revocation = {
      ocsps: [await answerAbout(person, signer.hierarchy, asked, isAuthority ? undefined : revokedAt)],
      crls: await Promise.all([
        listOf(issuer, asked, isAuthority ? [] : [person], revokedAt),
        listOf(policy, asked, isAuthority ? [issuer] : [], revokedAt),
        ...[root, stampPolicy].map((each) => listOf(each, asked)),
      ]),
    }
    const now = new Date(testTime.getTime() + 3 * HOUR)
    return { revokedAt, told: await make(title, signed[2], { roots, now, revocation }) }
  }

  test('the report of a revoked certificate has the time of its revocation', async () => {
    const { revokedAt, told } = await revokeOne('revoked', false)
    expect(statusOf(told).at(-1)).toEqual(['indeterminate', 'REVOKED_NO_POE'])
    expect(textsOf(told, 'RevocationTime')).toEqual([revokedAt.toISOString()])
    expect(textsOf(told, 'ObjectType')).toContain('urn:etsi:019102:validationObject:OCSPResponse')
  })

  test('a revoked authority has another sub-indication', async () => {
    const { told } = await revokeOne('revoked authority', true)
    expect(statusOf(told).at(-1)).toEqual(['indeterminate', 'REVOKED_CA_NO_POE'])
    expect(textsOf(told, 'RevocationTime')).toEqual([])
  })
})

/** PDFs from other projects; skipped if missing. */
const FOLDER = resolve(__dirname, '../../../../../shared/pdfs')
const files = existsSync(FOLDER)
  ? readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((file) =>
      /^(sig|encrypted|verdict\/).*\.pdf$/.test(file),
    )
  : []

if (files.length > 0)
  test.each(files)('%s: the report has the structure of the standard', async (file) => {
    const root = await make(`corpus ${file}`, new Uint8Array(readFileSync(resolve(FOLDER, file))))
    for (const [main] of statusOf(root)) expect(main).not.toBe('total-passed')
  })

test('a file without signatures or that cannot be read has no report', async () => {
  const options = { inflate: inflateWithNode, now: testTime }
  const { prepared } = await signSample()
  for (const bytes of [prepared, new TextEncoder().encode('hola')])
    expect(await makeEtsiReport(bytes, await verifyPdf(bytes, { roots: [], ...options }), options)).toBeUndefined()
})

test('whatever the file states about itself, the report keeps its structure', async () => {
  const { sealed, roots } = await signSample()
  const options = { inflate: inflateWithNode, now: testTime }
  const report = await verifyPdf(sealed, { roots, ...options })
  if (report.kind !== 'signed') throw new Error('signed')
  const hostile = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(']]>', '</Signer><MainIndication>', '\u0000', '\ud800', '\u202e', '"/>', 'urn:etsi:x'),
  )
  let count = 0
  const anyDate = fc.date({ noInvalidDate: false })
  await fc.assert(
    fc.asyncProperty(hostile, hostile, anyDate, fc.boolean(), async (text, field, at, isProven) => {
      const signatures = report.signatures.map((each) => ({
        ...each,
        field,
        reason: text,
        location: text,
        time: { ...each.time, at, isProven },
        certificate: each.certificate && { ...each.certificate, name: text },
      }))
      const written = await makeEtsiReport(sealed, { ...report, signatures }, options)
      count += 1
      keep(`any ${count}`, written ?? '')
      const { root, problems } = checkEtsiReport(written ?? '')
      expect(problems).toEqual([])
      expect(indicationsIn(root)).toHaveLength(signatures.length)
    }),
    { numRuns: 30 },
  )
})
