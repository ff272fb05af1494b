import { KeyObject, randomBytes, type webcrypto, X509Certificate } from 'node:crypto'
import {
  asciiBytes,
  concatBytes,
  formatString,
  openPdf,
  type PdfDocument,
  pdfArray,
  pdfDict,
  pdfName,
  pdfStream,
  textString,
  withEntries,
} from 'pdf'
import { objectIdentifiers } from 'pdf/cms'
import { buildSignedAttributes, createTimeStampToken, keySigner, sha256Imprint, sha256Of } from 'pdf/cms/node'
import { inflateWithNode } from 'pdf/node'
import {
  addToPage,
  blankPng,
  completeSignature,
  fillByteRange,
  formWith,
  hashPrefix,
  pageRef,
  prepareSignature,
  reservedSize,
  signatureTemplate,
} from 'pdf/sign'
import { startRevision } from 'pdf/write'
import { type CardOptions, createCardKeys, type Hierarchy } from '../test/support/stand-in-firmador/hierarchy.ts'

const VALUE_BYTES = 256
const TOKEN_BYTES = 8 * 1024

export interface CertifiedPerson {
  readonly certificates: readonly [Uint8Array, ...Uint8Array[]]
  readonly commonName: string
  readonly key: KeyObject
}

export interface SigningInput {
  readonly document: Uint8Array
  readonly person: CertifiedPerson
  readonly at: Date
  readonly reason: string
  readonly field: 'first' | 'own'
  /** Corners of a white box in its own field, in points. */
  readonly box?: readonly number[]
}

export type SignPdf = (input: SigningInput) => Promise<Uint8Array>

const authoritiesOf = (pem: string): Uint8Array[] =>
  pem
    .split(/(?<=-----END CERTIFICATE-----)/)
    .filter((text) => text.includes('BEGIN'))
    .map((text) => new Uint8Array(new X509Certificate(text).raw))

let rsaKeys: Promise<webcrypto.CryptoKeyPair> | undefined

export const certifyPerson = async (
  hierarchy: Hierarchy,
  identification: string,
  options: CardOptions = {},
): Promise<CertifiedPerson> => {
  rsaKeys ??= createCardKeys('rsa')
  const keys = await rsaKeys
  const person = { firstName: 'PERSONA', lastName: `DE PRUEBA ${identification}`, identification }
  const certificate = await hierarchy.issue(person, keys.publicKey, options)
  const key = KeyObject.from(keys.privateKey)
  return {
    certificates: [certificate, ...authoritiesOf(hierarchy.pem).reverse()],
    commonName: `PERSONA DE PRUEBA ${identification} (FIRMA)`,
    key,
  }
}

const timeStamping = async (hierarchy: Hierarchy) => {
  const keys: webcrypto.CryptoKeyPair = await createCardKeys('ec')
  const certificate = await hierarchy.issueStamps(keys.publicKey)
  const authority = {
    signer: keySigner(KeyObject.from(keys.privateKey)),
    certificates: [certificate, ...authoritiesOf(hierarchy.stampsPem).reverse()] as const,
    policy: objectIdentifiers.platformTimeStampPolicy,
  }
  return (hash: Uint8Array, time: Date) =>
    createTimeStampToken(authority, {
      imprint: sha256Imprint(hash),
      nonce: undefined,
      time,
      serialNumber: Uint8Array.of(1, ...randomBytes(8)),
    })
}

const reservedFor = ({ certificates }: CertifiedPerson): number =>
  reservedSize(certificates, { valueBytes: VALUE_BYTES + 1024, tokenBytes: TOKEN_BYTES })

const pdfDate = (time: Date): string => `D:${time.toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`
const freeName = (document: PdfDocument): string => {
  const taken = new Set(document.signatureFields().map((field) => field.name))
  let number = 1
  while (taken.has(`Firma-FVA-${number}`)) number++
  return `Firma-FVA-${number}`
}

const whiteBox = pdfStream(
  pdfDict({ Type: pdfName('XObject'), Subtype: pdfName('Form'), BBox: pdfArray([0, 0, 1, 1]) }),
  asciiBytes('1 g 0 0 1 1 re f 0 g 0.2 0.4 0.6 0.2 re f'),
)

const prepareOwnField = ({ document: bytes, person, at, reason, box }: SigningInput) => {
  const document = openPdf(bytes, { inflate: inflateWithNode })
  const revision = startRevision(document)
  const lines = [
    '/Type /Sig /Filter /Adobe.PPKLite /SubFilter /ETSI.CAdES.detached',
    `/M (${pdfDate(at)})`,
    `/Name ${formatString(textString(person.commonName))}`,
    `/Reason ${formatString(textString(reason))}`,
  ]
  const template = signatureTemplate(lines, reservedFor(person))
  const value = revision.allocate()
  revision.putRaw(value, template.body)
  const field = revision.add(
    pdfDict({
      Type: pdfName('Annot'),
      Subtype: pdfName('Widget'),
      FT: pdfName('Sig'),
      T: textString(freeName(document)),
      F: 132,
      Rect: pdfArray(box ?? [0, 0, 0, 0]),
      AP: box && pdfDict({ N: revision.add(whiteBox) }),
      P: pageRef(document, 1),
      V: value,
    }),
  )
  addToPage(document, revision, 1, [field])
  revision.put(document.catalogRef, withEntries(document.catalog, formWith(document, revision, [field])))
  const built = revision.build()
  const place = { document: bytes, prefix: hashPrefix(bytes), tail: built.tail, bodyAt: built.bodyOffset(value) }
  const placeholder = fillByteRange(place, template)
  const signedAttributes = buildSignedAttributes({
    contentType: objectIdentifiers.data,
    digest: placeholder.digest,
    certificate: person.certificates[0],
  })
  return { ...placeholder, signedAttributes, certificates: person.certificates }
}

const prepareFirstField = ({ document, person, at, reason }: SigningInput, fieldName: string) =>
  prepareSignature({
    document,
    fieldName,
    signerName: person.commonName,
    appearancePng: blankPng(),
    signedAt: at,
    caption: `Firmado con el simulador de la FVA, sin valor legal`,
    reason,
    certificates: person.certificates,
    reserved: reservedFor(person),
  })

const firstEmpty = (bytes: Uint8Array): string | undefined =>
  openPdf(bytes, { inflate: inflateWithNode })
    .signatureFields()
    .find(({ signed }) => !signed)?.name

export const createSignPdf = async (hierarchy: Hierarchy): Promise<SignPdf> => {
  const stamp = await timeStamping(hierarchy)
  return async (input) => {
    const { document, person, at, field } = input
    const fieldName = field === 'own' ? undefined : firstEmpty(document)
    const prepared = fieldName === undefined ? prepareOwnField(input) : prepareFirstField(input, fieldName)
    const value = await keySigner(person.key).sign(prepared.signedAttributes)
    const token = await stamp(sha256Of(value), at)
    return concatBytes([document, completeSignature(prepared, value, token, 'rsa')])
  }
}
