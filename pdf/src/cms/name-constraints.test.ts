import { generateKeyPairSync, sign } from 'node:crypto'
import fc from 'fast-check'
import { parseCertificate } from './certificate.ts'
import { createTrust } from './chain.ts'
import { derElement, derExplicit, derInteger, derOid, derSequence, setOf } from './der-writer.ts'
import { type CertificateInput, makeCertificate } from './make-certificate.ts'
import { judgeNames } from './name-constraints.ts'
import { objectIdentifiers } from './oids.ts'

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const spki = new Uint8Array(publicKey.export({ type: 'spki', format: 'der' }))
const algorithm = derSequence(derOid(objectIdentifiers.ecdsaWithSha256))
const encode = (text: string): Uint8Array => new TextEncoder().encode(text)

type Attribute = readonly [type: string, text: string, tag?: number]
const nameOf = (...attributes: readonly Attribute[]): Uint8Array =>
  derSequence(
    ...attributes.map(([type, text, tag = 0x0c]) => setOf(derSequence(derOid(type), derElement(tag, encode(text))))),
  )
const directory = (...attributes: readonly Attribute[]): Uint8Array => derElement(0xa4, nameOf(...attributes))
const email = (text: string): Uint8Array => derElement(0x81, encode(text))
const dns = (text: string): Uint8Array => derElement(0x82, encode(text))
const uri = (text: string): Uint8Array => derElement(0x86, encode(text))

let serial = 1
const make = (issuerName: string, commonName: string, more: Partial<CertificateInput> = {}) =>
  parseCertificate(
    makeCertificate({
      commonName,
      issuerName,
      serial: serial++,
      spki,
      algorithm,
      sign: (signed) => new Uint8Array(sign('sha256', signed, privateKey)),
      ...more,
    }),
  )

const PRINTABLE = 0x13
const country: Attribute = [objectIdentifiers.country, 'CR', PRINTABLE]
const company: Attribute = [objectIdentifiers.organisation, 'Café Ñandú S.A.']
const ana: Attribute = [objectIdentifiers.commonName, 'Ana']
const CR = directory(country, company)
const authority = { isAuthority: true, keyUsage: 0x06 } as const
const root = make('Raíz', 'Raíz', authority)
const bound = (constraints: CertificateInput['constraints'] & {}) =>
  make('Raíz', 'Media', { ...authority, constraints })

type Row = readonly [
  what: string,
  expected: 'name' | 'unfit' | undefined,
  constraints: CertificateInput['constraints'] & {},
  leaf: Partial<CertificateInput>,
]

const rows: readonly Row[] = [
  ['a name inside', undefined, { permitted: [CR] }, { subject: nameOf(country, company, ana) }],
  ['the base itself', undefined, { permitted: [CR] }, { subject: nameOf(country, company) }],
  [
    'other case, spaces and string types',
    undefined,
    { permitted: [CR] },
    {
      subject: nameOf([objectIdentifiers.country, 'cr'], [objectIdentifiers.organisation, '  café  ñandú s.a. '], ana),
    },
  ],
  [
    'another company',
    'name',
    { permitted: [CR] },
    { subject: nameOf(country, [objectIdentifiers.organisation, 'Otra'], ana) },
  ],
  ['the parts in another order', 'name', { permitted: [CR] }, { subject: nameOf(company, country, ana) }],
  ['a shorter name', 'name', { permitted: [CR] }, { subject: nameOf(country) }],
  ['a critical constraint', 'name', { permitted: [CR], isCritical: true }, { subject: nameOf(ana) }],
  ['one of two permitted names', undefined, { permitted: [CR, directory(ana)] }, { subject: nameOf(ana) }],
  ['an excluded name', 'name', { excluded: [CR] }, { subject: nameOf(country, company, ana) }],
  [
    'an excluded name in other case',
    'name',
    { excluded: [CR] },
    { subject: nameOf(country, [objectIdentifiers.organisation, 'CAFÉ ÑANDÚ S.A.']) },
  ],
  [
    'a name that is permitted and excluded',
    'name',
    { permitted: [CR], excluded: [directory(country, company, ana)] },
    { subject: nameOf(country, company, ana) },
  ],
  [
    'an alternative directory name outside',
    'name',
    { permitted: [CR] },
    { subject: nameOf(country, company), alternativeNames: [directory(ana)] },
  ],
  [
    'an address of the host',
    undefined,
    { permitted: [email('ejemplo.cr')] },
    { alternativeNames: [email('ana@EJEMPLO.cr')] },
  ],
  [
    'an address of a subdomain, if the host is permitted',
    'name',
    { permitted: [email('ejemplo.cr')] },
    { alternativeNames: [email('ana@a.ejemplo.cr')] },
  ],
  [
    'an address of a subdomain, if subdomains are',
    undefined,
    { permitted: [email('.ejemplo.cr')] },
    { alternativeNames: [email('ana@a.ejemplo.cr')] },
  ],
  [
    'an address of the host, if subdomains are permitted',
    'name',
    { permitted: [email('.ejemplo.cr')] },
    { alternativeNames: [email('ana@ejemplo.cr')] },
  ],
  ['one mailbox', undefined, { permitted: [email('ana@ejemplo.cr')] }, { alternativeNames: [email('ana@ejemplo.cr')] }],
  [
    'another mailbox',
    'name',
    { permitted: [email('ana@ejemplo.cr')] },
    { alternativeNames: [email('luis@ejemplo.cr')] },
  ],
  [
    'a host that only ends alike',
    'name',
    { permitted: [email('ejemplo.cr')] },
    { alternativeNames: [email('ana@malejemplo.cr')] },
  ],
  [
    'an address in the subject',
    'name',
    { permitted: [email('ejemplo.cr')] },
    { subject: nameOf(ana, [objectIdentifiers.emailAddress, 'ana@otro.cr', 0x16]) },
  ],
  ['no address at all', undefined, { permitted: [email('ejemplo.cr')] }, { subject: nameOf(ana) }],
  ['a host below', undefined, { permitted: [dns('ejemplo.cr')] }, { alternativeNames: [dns('www.ejemplo.cr')] }],
  ['a host elsewhere', 'name', { permitted: [dns('ejemplo.cr')] }, { alternativeNames: [dns('ejemplo.com')] }],
  [
    'a host that only ends alike (DNS)',
    'name',
    { permitted: [dns('ejemplo.cr')] },
    { alternativeNames: [dns('malejemplo.cr')] },
  ],
  [
    'an excluded host with a final dot',
    'name',
    { excluded: [dns('ejemplo.cr')] },
    { alternativeNames: [dns('www.EJEMPLO.cr.')] },
  ],
  ['the empty base, which excludes all', 'name', { excluded: [dns('')] }, { alternativeNames: [dns('a.cr')] }],
  [
    'a kind that is not compared',
    'unfit',
    { permitted: [uri('.ejemplo.cr')] },
    { alternativeNames: [uri('https://a.ejemplo.cr')] },
  ],
  [
    'a kind that is not compared and does not occur',
    undefined,
    { permitted: [uri('.ejemplo.cr')] },
    { subject: nameOf(ana) },
  ],
  [
    'a name that is damaged',
    'unfit',
    { permitted: [derElement(0xa4, derElement(0x30, Uint8Array.of(1)))] },
    { subject: nameOf(ana) },
  ],
]

test.each(rows)('name constraints of an authority: %s → %s', async (_, expected, constraints, leaf) => {
  const trust = createTrust([{ certificate: root.encoded, kind: 'other' }], [bound(constraints)])
  const chain = await trust.chainOf(make('Media', 'Ana', leaf), new Date('2026-06-01T00:00:00Z'))
  expect([chain.root, chain.problem]).toEqual(['other', expected])
})

test.each(rows.filter(([, expected]) => expected === 'name'))(
  'name constraints of the trusted root: %s → %s',
  async (_, expected, constraints, leaf) => {
    const own = make('Raíz', 'Raíz', { ...authority, constraints })
    const trust = createTrust([{ certificate: own.encoded, kind: 'other' }], [])
    const chain = await trust.chainOf(make('Raíz', 'Ana', leaf), new Date('2026-06-01T00:00:00Z'))
    expect(chain.problem).toBe(expected)
  },
)

test('an authority between is bound too, unless it certifies itself', () => {
  const strict = bound({ permitted: [directory([objectIdentifiers.commonName, 'Media'])] })
  const signer = make('Otra', 'Ana', { subject: nameOf([objectIdentifiers.commonName, 'Media'], ana) })
  expect(judgeNames([signer, make('Media', 'Otra', authority), strict, root])).toBe('violated')
  const renewed = make('Lejos', 'Lejos', authority)
  expect(judgeNames([signer, renewed, strict, root])).toBeUndefined()
  expect(judgeNames([renewed, strict, root])).toBe('violated')
})

test('constraints with limits of depth are not guessed', () => {
  const limited = derSequence(derElement(0xa0, derSequence(CR, derElement(0x80, Uint8Array.of(1)))))
  const given = { ...bound({ permitted: [CR] }), nameConstraints: limited }
  expect(judgeNames([make('Media', 'Ana', { subject: nameOf(country, company) }), given])).toBe('unfit')
  expect(judgeNames([make('Media', 'Ana'), { ...given, nameConstraints: derExplicit(0, derInteger(1)) }])).toBe('unfit')
})

test('a name is inside every prefix of itself and outside of every other base, whatever the case', () => {
  const word = fc.stringMatching(/^[a-zñé]{1,6}$/)
  const types = [
    objectIdentifiers.country,
    objectIdentifiers.organisation,
    objectIdentifiers.organisationalUnit,
    objectIdentifiers.commonName,
  ]
  const attribute = fc.tuple(fc.constantFrom(...types), word)
  fc.assert(
    fc.property(fc.array(attribute, { minLength: 1, maxLength: 5 }), fc.nat(5), attribute, (parts, length, other) => {
      const leaf = make('Media', 'Ana', {
        subject: nameOf(...parts.map(([type, text]) => [type, text.toUpperCase()] as const)),
      })
      const prefix = parts.slice(0, length)
      const judge = (constraints: CertificateInput['constraints'] & {}) => judgeNames([leaf, bound(constraints), root])
      expect(judge({ permitted: [directory(...prefix)] })).toBeUndefined()
      expect(judge({ excluded: [directory(...prefix)] })).toBe('violated')
      const longer = directory(...parts, other)
      expect(judge({ permitted: [longer] })).toBe('violated')
      expect(judge({ excluded: [longer] })).toBeUndefined()
    }),
    { numRuns: 60 },
  )
})
