import { sign } from 'node:crypto'
import fc from 'fast-check'
import { derOid, derSequence, objectIdentifiers } from '../../cms/index.ts'
import type { ValidationEvidence } from '../../sign/index.ts'
import { asciiBytes, concatBytes } from '../../syntax/index.ts'
import { inflateWithNode } from '../../syntax/inflate-node.ts'
import {
  answerAbout,
  closeDocument,
  evidenceFor,
  type IssuedKey,
  issueKey,
  listOf,
  makeNationalHierarchy,
  nationalForm,
  noEvidence,
  type PersonSigns,
  personOf,
  signAsPerson,
} from '../../testing/node/index.ts'
import { certificationOf, describeReport, type RootKind, verifyPdf } from '../index.ts'
import { judgeNationalFormat, type NationalFormat, type NationalRule } from './index.ts'

const hierarchy = makeNationalHierarchy()
const elsewhere = makeNationalHierarchy()
const ana = personOf(hierarchy)
const at = new Date('2026-06-01T12:00:00Z')
const now = new Date('2026-06-02T12:00:00Z')

const verify = (bytes: Uint8Array, kind: RootKind = 'national', others: readonly IssuedKey[] = []) =>
  verifyPdf(bytes, { ...trustIn(kind, others), inflate: inflateWithNode, now })
const trustIn = (kind: RootKind, others: readonly IssuedKey[] = []) => ({
  intermediates: [hierarchy.policy, hierarchy.issuer, hierarchy.stampPolicy].map(({ certificate }) => certificate),
  roots: [
    { certificate: hierarchy.root.certificate, kind },
    ...others.map(({ certificate }) => ({ certificate, kind: 'other' as const })),
  ],
})

const judge = async (bytes: Uint8Array, kind: RootKind = 'national', others: readonly IssuedKey[] = []) =>
  judgeNationalFormat(bytes, await verify(bytes, kind, others), {
    ...trustIn(kind, others),
    inflate: inflateWithNode,
    now,
  })

const rulesIn = (format: NationalFormat, state: 'not-met' | 'not-judged'): NationalRule[] =>
  format.kind === 'judged' ? format.rules.filter((each) => each.state === state).map(({ rule }) => rule) : []

interface Recipe {
  readonly person?: IssuedKey
  readonly sign?: Partial<PersonSigns>
  readonly evidence?: (evidence: ValidationEvidence) => ValidationEvidence | Promise<ValidationEvidence>
  readonly stamps?: typeof hierarchy
}

const signed = (fields: readonly string[], { person = ana, sign = {} }: Recipe = {}) =>
  signAsPerson(nationalForm(fields), { field: 'ana', person, hierarchy, at, ...sign })

const make = async (recipe: Recipe = {}): Promise<Uint8Array> => {
  const { person = ana, evidence = (each) => each, stamps = hierarchy } = recipe
  const found = await evidence(await evidenceFor(person, hierarchy, at))
  return closeDocument(await signed(['ana'], recipe), found, { hierarchy: stamps, at })
}

const close = (bytes: Uint8Array, evidence: ValidationEvidence = noEvidence) =>
  closeDocument(bytes, evidence, { hierarchy, at })
const signLuis = (bytes: Uint8Array) => signAsPerson(bytes, { field: 'luis', person: ana, hierarchy, at })

test('a complete document meets every rule of the national format', async () => {
  const bytes = await make()
  const report = await verify(bytes)
  expect(report).toMatchObject({ verdict: 'valid', signatures: [{ level: 'B-LTA' }, {}] })
  const format = await judge(bytes)
  expect([rulesIn(format, 'not-met'), rulesIn(format, 'not-judged')]).toEqual([[], []])
  expect(format).toMatchObject({ kind: 'judged', outcome: 'met' })
})

const extra = issueKey('CERTIFICADO DE MÁS', hierarchy.issuer)
const withSha1 = ({ key }: IssuedKey) => ({
  algorithm: derSequence(derOid(objectIdentifiers.ecdsaWithSha1)),
  sign: (signed: Uint8Array) => new Uint8Array(sign('sha1', signed, key)),
})
const login = { policies: [objectIdentifiers.personAuthentication], keyUsage: 0x80 }

test.each<[NationalRule, string, () => Promise<Uint8Array>, readonly NationalRule[]]>([
  [
    'store',
    'no DSS',
    () => make({ evidence: () => noEvidence }),
    ['sequence', 'certificates', 'lists', 'answers', 'revocation-data'],
  ],
  [
    'last-stamp',
    'a signature after the time stamp',
    async () => {
      const first = await signed(['ana', 'luis'])
      return signLuis(await close(first, await evidenceFor(ana, hierarchy, at)))
    },
    ['sequence', 'whole-file', 'revocation-data'],
  ],
  [
    'sequence',
    'a signature without validation data after it',
    async () => {
      const first = await signed(['ana', 'luis'])
      return close(await signLuis(await close(first, await evidenceFor(ana, hierarchy, at))))
    },
    ['revocation-data'],
  ],
  [
    'whole-file',
    'a byte after the time stamp',
    async () => concatBytes([await make(), asciiBytes('\n')]),
    ['revocation-data'],
  ],
  ['time-stamps', 'a signature without time stamp', () => make({ sign: { withoutStamp: true } }), ['revocation-data']],
  [
    'certificates',
    'another certificate',
    () => make({ evidence: (each) => ({ ...each, certificates: [...each.certificates, extra.certificate] }) }),
    [],
  ],
  [
    'lists',
    'another list',
    () =>
      make({
        evidence: async (each) => ({ ...each, crls: [...each.crls, await listOf(elsewhere.root, at)] }),
      }),
    [],
  ],
  [
    'answers',
    'another answer',
    () =>
      make({
        evidence: async (each) => ({ ...each, ocsps: [...each.ocsps, await answerAbout(extra, hierarchy, at)] }),
      }),
    [],
  ],
  [
    'hierarchy',
    'an unknown hierarchy',
    () => make({ person: personOf(elsewhere) }),
    ['signatures', 'certificates', 'certificate-type', 'lists', 'answers', 'revocation-data'],
  ],
  ['certificate-type', 'a certificate for authentication', () => make({ person: personOf(hierarchy, login) }), []],
  [
    'certificate-type',
    'a certificate of a legal person',
    () => make({ person: personOf(hierarchy, { identification: 'CPJ-3-101-123456' }) }),
    [],
  ],
  ['stamp-algorithm', 'a time stamp with SHA-1', () => make({ sign: { imprint: 'sha1' } }), []],
  [
    'signatures',
    'a revoked certificate',
    () =>
      make({
        evidence: async (each) => ({ ...each, crls: [...each.crls, await listOf(hierarchy.issuer, at, [ana])] }),
      }),
    ['revocation-data'],
  ],
  [
    'signatures',
    'a certificate signed with SHA-1',
    () => make({ person: personOf(hierarchy, withSha1(hierarchy.issuer)) }),
    ['revocation-data'],
  ],
  [
    'signatures',
    'an expired certificate',
    () => make({ person: personOf(hierarchy, { to: '20260101000000Z' }) }),
    ['revocation-data'],
  ],
  [
    'revocation-data',
    'no answer about the signer',
    () =>
      make({
        evidence: (each) => ({
          ...each,
          ocsps: [],
          certificates: each.certificates.filter((one) => one !== hierarchy.responder.certificate),
        }),
      }),
    [],
  ],
])('rule %s: %s breaks only this rule', async (rule, _, build, open) => {
  const format = await judge(await build())
  expect(rulesIn(format, 'not-met')).toEqual([rule])
  expect(rulesIn(format, 'not-judged')).toEqual(open)
  expect(format).toMatchObject({ outcome: 'not-met' })
})

test('a weak time stamp at the end breaks the rule about its algorithm, and archives nothing', async () => {
  const evidence = await evidenceFor(ana, hierarchy, at)
  const bytes = await closeDocument(await signed(['ana']), evidence, { hierarchy, at, imprint: 'sha1' })
  expect(await verify(bytes)).toMatchObject({
    signatures: [{ verdict: 'valid', level: 'B-LT' }, { verdict: 'unknown' }],
  })
  const format = await judge(bytes)
  expect([rulesIn(format, 'not-met'), rulesIn(format, 'not-judged')]).toEqual([
    ['stamp-algorithm', 'revocation-data'],
    [],
  ])
})

test('an authority of time stamps whose certificate is signed with SHA-1 proves no time and archives nothing', async () => {
  const usual = { purposes: [objectIdentifiers.timeStamping], keyUsage: 0xc0 }
  const stamps = issueKey('TSA SINPE v4', hierarchy.stampPolicy, { ...usual, ...withSha1(hierarchy.stampPolicy) })
  const evidence = await evidenceFor(ana, { ...hierarchy, stamps }, at)
  const last = await closeDocument(await signed(['ana']), evidence, { hierarchy: { ...hierarchy, stamps }, at })
  expect(await verify(last)).toMatchObject({
    signatures: [
      { verdict: 'valid', level: 'B-LT' },
      { verdict: 'unchecked', problems: ['weak-certificate'] },
    ],
  })
})

test('time stamps of a trusted foreign authority leave the hierarchy rule not judged', async () => {
  const bytes = await make({
    stamps: elsewhere,
    evidence: (each) => ({
      ...each,
      certificates: [
        ...each.certificates,
        elsewhere.stamps.certificate,
        elsewhere.stampPolicy.certificate,
        elsewhere.root.certificate,
      ],
    }),
  })
  const format = await judge(bytes, 'national', [elsewhere.root])
  expect(format).toMatchObject({ outcome: 'not-judged' })
  expect(rulesIn(format, 'not-met')).toEqual([])
  expect(format.kind === 'judged' && format.rules.filter(({ state }) => state !== 'met')).toEqual([
    { rule: 'hierarchy', state: 'not-judged', reason: 'configured-authority', about: [expect.any(String)] },
  ])
  expect(rulesIn(await judge(bytes), 'not-met')).toContain('hierarchy')
})

test('a signature of a trusted foreign hierarchy does not meet the hierarchy rule', async () => {
  const format = await judge(await make(), 'other')
  expect(format).toMatchObject({ outcome: 'not-met' })
  expect(rulesIn(format, 'not-met')).toContain('hierarchy')
})

test('a simulated hierarchy gives the outcome simulated, and the report denies legal value', async () => {
  const bytes = await make()
  const format = await judge(bytes, 'simulator')
  expect(format).toMatchObject({ outcome: 'simulated' })
  expect(rulesIn(format, 'not-judged')).toEqual(['hierarchy'])
  const report = await verify(bytes, 'simulator')
  expect(report.kind === 'signed' && report.signatures.map(certificationOf)).toEqual(['simulator', undefined])
  expect(describeReport(report).text).toContain('no tienen valor legal')
})

test('a signature of the platform itself does not meet the hierarchy rule', async () => {
  expect(rulesIn(await judge(await make(), 'platform'), 'not-met')).toEqual(['hierarchy'])
})

test('an unsigned or unreadable file is not judged', async () => {
  const options = { ...trustIn('national'), inflate: inflateWithNode, now }
  const bytes = nationalForm(['ana'])
  expect(await judge(bytes)).toEqual({ kind: 'unsigned' })
  expect(await judge(asciiBytes('hola'))).toEqual({ kind: 'unreadable' })
  expect(await judgeNationalFormat(asciiBytes('hola'), await verify(await make()), options)).toEqual({
    kind: 'unreadable',
  })
})

describe('certification', () => {
  const certification = async (bytes: Uint8Array) => {
    const report = await verify(bytes)
    return report.kind === 'signed' ? report.signatures.map(certificationOf) : [report.kind]
  }
  const chain = ({ root, policy, issuer }: typeof hierarchy): Uint8Array[] =>
    [root, policy, issuer].map(({ certificate }) => certificate)
  const claiming = (more: readonly Uint8Array[]) => (each: ValidationEvidence) => ({
    ...each,
    certificates: [...each.certificates, ...more],
  })

  test('a certified digital signature is certified as national', async () => {
    expect(await certification(await make())).toEqual(['national', undefined])
  })

  test('a signature of a forged hierarchy with equal names and key identifiers is not certified', async () => {
    const like = (genuine: IssuedKey & { readonly name: string }, issuer?: IssuedKey & { readonly name: string }) =>
      issueKey(genuine.name, issuer, {
        isAuthority: true,
        keyUsage: 0x06,
        keyId: genuine.keyId,
        ...(issuer ? { issuerKeyId: issuer.keyId } : { issuerKeyId: genuine.keyId }),
      })
    const root = like(hierarchy.root)
    const policy = like(hierarchy.policy, root)
    const issuer = like(hierarchy.issuer, policy)
    const forged = { ...hierarchy, root, policy, issuer }
    const bytes = await make({ person: personOf(forged), evidence: claiming(chain(forged)) })
    expect(await certification(bytes)).toEqual([undefined, undefined])
    expect(rulesIn(await judge(bytes), 'not-met')).toEqual(['hierarchy'])
  })

  test('a signature below an intermediate with another key is not certified', async () => {
    const issuer = issueKey(hierarchy.issuer.name, elsewhere.policy, {
      isAuthority: true,
      keyUsage: 0x06,
      keyId: hierarchy.issuer.keyId,
      issuerKeyId: hierarchy.policy.keyId,
    })
    const bytes = await make({ person: personOf({ issuer }), evidence: claiming([issuer.certificate]) })
    expect(await certification(bytes)).toEqual([undefined, undefined])
  })

  test.each<[string, Recipe]>([
    ['an expired certificate', { person: personOf(hierarchy, { to: '20260101000000Z' }) }],
    ['a certificate for authentication', { person: personOf(hierarchy, login) }],
    ['a certificate of a legal person', { person: personOf(hierarchy, { identification: 'CPJ-3-101-123456' }) }],
    ['a certificate without an answer', { evidence: (each) => ({ ...each, ocsps: [] }) }],
    [
      'a revoked certificate',
      {
        evidence: async (each) => ({ ...each, crls: [...each.crls, await listOf(hierarchy.issuer, at, [ana])] }),
      },
    ],
  ])('a signature with %s is not certified', async (_, recipe) => {
    expect(await certification(await make(recipe))).toEqual([undefined, undefined])
  })

  test('many authorities with the same name do not hide the genuine authority', async () => {
    const decoys = Array.from({ length: 30 }, () =>
      issueKey(hierarchy.issuer.name, elsewhere.policy, { isAuthority: true, keyUsage: 0x06 }),
    )
    const evidence = (each: ValidationEvidence): ValidationEvidence => ({
      ...each,
      certificates: [...decoys.map(({ certificate }) => certificate), ...each.certificates],
    })
    const bytes = await make({ evidence })
    const { roots } = trustIn('national')
    const report = await verifyPdf(bytes, { roots, inflate: inflateWithNode, now })
    expect(report).toMatchObject({ verdict: 'valid' })
    expect(rulesIn(await judge(bytes), 'not-met')).toEqual(['certificates'])
  })
})

describe('superfluous certificates', () => {
  const extras = [
    extra,
    ...Object.values(elsewhere),
    personOf(hierarchy),
    issueKey(hierarchy.issuer.name, hierarchy.policy, { isAuthority: true, keyUsage: 0x06 }),
    issueKey('TSA SINPE v3', hierarchy.stampPolicy, { purposes: [objectIdentifiers.timeStamping] }),
  ].map(({ certificate }) => certificate)
  const superfluous = async (bytes: Uint8Array): Promise<number> => {
    const format = await judge(bytes)
    if (format.kind !== 'judged') throw new Error('judged')
    return format.rules.find(({ rule }) => rule === 'certificates')?.about.length ?? 0
  }

  test('every certificate that no chain needs is found at any position, and a needed certificate never is', async () => {
    const evidence = await evidenceFor(ana, hierarchy, at)
    const document = await signed(['ana'])
    const needed = evidence.certificates
    await fc.assert(
      fc.asyncProperty(
        fc.subarray(extras),
        fc.option(fc.nat(needed.length - 1), { nil: undefined }),
        fc.nat(7),
        async (added, removed, place) => {
          const kept = needed.filter((_, index) => index !== removed)
          const certificates = [...kept.slice(0, place), ...added, ...kept.slice(place)]
          const bytes = await close(document, { ...evidence, certificates })
          const count = await superfluous(bytes)
          expect(count).toBe(added.length)
        },
      ),
      { numRuns: 25 },
    )
  })
})
