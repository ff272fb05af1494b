import { createHash, randomBytes } from 'node:crypto'
import {
  derInteger,
  derOid,
  derSequence,
  generalizedTime,
  objectIdentifiers,
  octetString,
  unsignedInteger,
} from '../../cms/index.ts'
import { buildSignedAttributes, buildSignedData, keySigner, sha256Of } from '../../cms/node/index.ts'
import {
  buildSample,
  type FormFill,
  fillContents,
  hashPrefix,
  prepareFields,
  prepareSignature,
  prepareTimeStamp,
  samplePng,
  type ValidationEvidence,
} from '../../sign/index.ts'
import { concatBytes } from '../../syntax/index.ts'
import { answerAbout, type IssuedKey, listOf, type NationalHierarchy } from './national-hierarchy.ts'

const RESERVED = 12_000

export interface StampOptions {
  readonly hierarchy: NationalHierarchy
  readonly at: Date
  readonly imprint?: 'sha1' | 'sha256'
}

async function stampOf(data: Uint8Array, { hierarchy, at, imprint = 'sha256' }: StampOptions): Promise<Uint8Array> {
  const { stamps, stampPolicy, root } = hierarchy
  const hash = new Uint8Array(createHash(imprint).update(data).digest())
  const content = derSequence(
    derInteger(1),
    derOid('2.16.188.1.1.1.1.5'),
    derSequence(derSequence(derOid(objectIdentifiers[imprint])), octetString(hash)),
    unsignedInteger(Uint8Array.of(1, ...randomBytes(8))),
    generalizedTime(at),
  )
  const [certificate, ...above] = [stamps, stampPolicy, root].map((each) => each.certificate)
  if (certificate === undefined) throw new Error('no authority')
  const signedAttributes = buildSignedAttributes({
    contentType: objectIdentifiers.tstInfo,
    digest: sha256Of(content),
    certificate,
  })
  const value = await keySigner(stamps.key).sign(signedAttributes)
  return buildSignedData({
    contentType: objectIdentifiers.tstInfo,
    content,
    certificates: [certificate, ...above],
    signedAttributes,
    value,
  })
}

export const nationalForm = (names: readonly string[]): Uint8Array => {
  const fields = names.map((name, index) => ({
    name,
    page: 1,
    rect: { x: 0.1, y: 0.1 + index / 5, width: 0.3, height: 0.1 },
    tooltip: name,
  }))
  return concatBytes([buildSample(), prepareFields(buildSample(), fields)])
}

export interface PersonSigns extends StampOptions {
  readonly field: string
  readonly person: IssuedKey
  readonly withoutStamp?: boolean
  /** Above the person's certificate; default: none. */
  readonly chain?: readonly IssuedKey[]
  readonly appearancePng?: Uint8Array
  readonly fills?: readonly FormFill[]
}

export async function signAsPerson(document: Uint8Array, options: PersonSigns): Promise<Uint8Array> {
  const { field, person, at, withoutStamp = false, appearancePng = samplePng(), fills = [], chain = [] } = options
  const certificates = [person.certificate, ...chain.map(({ certificate }) => certificate)] as const
  const prepared = prepareSignature({
    document,
    fieldName: field,
    signerName: 'Ana Rojas Mora',
    caption: 'Firma digital',
    signedAt: at,
    appearancePng,
    fills,
    certificates,
    reserved: RESERVED,
  })
  const { signedAttributes } = prepared
  const value = await keySigner(person.key).sign(signedAttributes)
  const token = withoutStamp ? {} : { timeStampToken: await stampOf(value, options) }
  const cms = buildSignedData({ contentType: objectIdentifiers.data, certificates, signedAttributes, value, ...token })
  return concatBytes([document, fillContents(prepared, cms)])
}

export async function evidenceFor(
  person: IssuedKey,
  hierarchy: NationalHierarchy,
  at: Date,
): Promise<ValidationEvidence> {
  const { root, policy, issuer, stampPolicy, stamps, responder } = hierarchy
  return {
    certificates: [person, issuer, policy, root, stamps, stampPolicy, responder].map((each) => each.certificate),
    ocsps: [await answerAbout(person, hierarchy, at)],
    crls: await Promise.all([root, policy, stampPolicy].map((each) => listOf(each, at))),
    missing: [],
  }
}

export const noEvidence: ValidationEvidence = { certificates: [], ocsps: [], crls: [], missing: [] }

export async function closeDocument(document: Uint8Array, evidence: ValidationEvidence, options: StampOptions) {
  const settings = { logHead: '00', logHeadKey: 'Trazo_Log', reserved: RESERVED, prefix: hashPrefix(document) }
  const prepared = prepareTimeStamp(document, evidence, settings)
  const [start, gapStart, gapEnd, rest] = prepared.byteRange
  const whole = concatBytes([document, prepared.tail])
  const covered = concatBytes([whole.subarray(start, gapStart), whole.subarray(gapEnd, gapEnd + rest)])
  return concatBytes([document, fillContents(prepared, await stampOf(covered, options))])
}
