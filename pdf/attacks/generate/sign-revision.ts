import { createHash, randomBytes } from 'node:crypto'
import { objectIdentifiers } from '../../src/cms/index.ts'
import {
  buildSignedAttributes,
  buildSignedData,
  createTimeStampToken,
  sha256Imprint,
  sha256Of,
} from '../../src/cms/node/index.ts'
import {
  fillByteRange,
  fillContents,
  hashPrefix,
  type SignaturePlaceholder,
  signatureTemplate,
} from '../../src/sign/index.ts'
import { concatBytes, openPdf, type PdfDocument, type PdfRef } from '../../src/syntax/index.ts'
import { inflateWithNode } from '../../src/syntax/inflate-node.ts'
import { type RevisionWriter, startRevision } from '../../src/write/revision.ts'
import { type AttackIdentity, signAs } from './identities.ts'

export const SIGNED_AT = new Date('2026-03-14T20:05:09Z')
/** Bytes of a signature or token of P-256, without its certificates. */
const RESERVED = 850

type SignatureForm = 'cades' | 'time-stamp' | 'pkcs7-sha1'

const HEADS: Readonly<Record<SignatureForm, string>> = {
  cades: '/Type /Sig /Filter /Adobe.PPKLite /SubFilter /ETSI.CAdES.detached /M (D:20260314200509Z)',
  'time-stamp': '/Type /DocTimeStamp /Filter /Adobe.PPKLite /SubFilter /ETSI.RFC3161 /V 0',
  'pkcs7-sha1': '/Type /Sig /Filter /Adobe.PPKLite /SubFilter /adbe.pkcs7.sha1 /M (D:20260314200509Z)',
}

export interface SignatureMeans {
  readonly identity: AttackIdentity
  readonly form?: SignatureForm
  /** Lines of the signature dictionary, for example /Reference. */
  readonly lines?: readonly string[]
}

/** Writes the field around the signature's value. */
export type EditSigned = (document: PdfDocument, revision: RevisionWriter, value: PdfRef) => void

export async function signRevision(
  bytes: Uint8Array,
  { identity, form = 'cades', lines = [] }: SignatureMeans,
  edit: EditSigned,
): Promise<Uint8Array> {
  const document = openPdf(bytes, { inflate: inflateWithNode })
  const revision = startRevision(document)
  const value = revision.allocate()
  const reserved = identity.certificates.reduce((sum, { length }) => sum + length, RESERVED)
  const template = signatureTemplate([HEADS[form], ...lines], reserved)
  revision.putRaw(value, template.body)
  edit(document, revision, value)
  const built = revision.build()
  const place = { document: bytes, prefix: hashPrefix(bytes), tail: built.tail, bodyAt: built.bodyOffset(value) }
  const placeholder = fillByteRange(place, template)
  return concatBytes([bytes, fillContents(placeholder, await createValue(bytes, placeholder, { identity, form }))])
}

async function createValue(
  bytes: Uint8Array,
  placeholder: SignaturePlaceholder,
  { identity, form }: Pick<SignatureMeans, 'identity'> & { readonly form: SignatureForm },
): Promise<Uint8Array> {
  const { certificates, scheme = 'ecdsa' } = identity
  if (form === 'time-stamp') return stampOf(placeholder.digest, identity)
  // ISO 32000-1, 12.8.3.3.1: the content is the SHA-1 of the ranges.
  const content = form === 'pkcs7-sha1' ? { content: sha1OfRanges(bytes, placeholder) } : {}
  const digest = content.content === undefined ? placeholder.digest : sha256Of(content.content)
  const signedAttributes = buildSignedAttributes({
    contentType: objectIdentifiers.data,
    digest,
    certificate: certificates[0],
  })
  const value = await signAs(identity, signedAttributes)
  return buildSignedData({
    contentType: objectIdentifiers.data,
    ...content,
    certificates,
    signedAttributes,
    value,
    scheme,
  })
}

function sha1OfRanges(bytes: Uint8Array, { tail, byteRange }: SignaturePlaceholder): Uint8Array {
  const whole = concatBytes([bytes, tail])
  const [, firstLength, secondStart, secondLength] = byteRange
  const hash = createHash('sha1').update(whole.subarray(0, firstLength))
  return new Uint8Array(hash.update(whole.subarray(secondStart, secondStart + secondLength)).digest())
}

const stampOf = (hash: Uint8Array, identity: AttackIdentity): Promise<Uint8Array> =>
  createTimeStampToken(
    {
      signer: { sign: (der) => signAs(identity, der) },
      certificates: identity.certificates,
      policy: objectIdentifiers.platformTimeStampPolicy,
    },
    {
      imprint: sha256Imprint(hash),
      nonce: undefined,
      time: SIGNED_AT,
      serialNumber: Uint8Array.of(1, ...randomBytes(8)),
    },
  )
