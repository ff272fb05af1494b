import { X509Certificate } from 'node:crypto'
import { derChildren, objectIdentifiers, readDer, readOid, readPrefix, SignatureError } from '../cms/index.ts'
import { isArray, isName, isString, type PdfDocument } from '../syntax/index.ts'
import type { RunningHash } from './prefix-hash.ts'

/** A signature of ours that later revisions must keep. */
export interface StandingSignature {
  readonly name: string
  readonly subFilter: string
  /** Without padding. */
  readonly value: Uint8Array
  /** Start and end of its hexadecimal string. */
  readonly gap: readonly [number, number]
  /** End of the covered revision. */
  readonly end: number
}

const readOne = (document: PdfDocument, name: string, dictionary: Parameters<typeof document.objects.get>[0]) => {
  const { objects } = document
  const subFilter = objects.get(dictionary, 'SubFilter')
  const contents = objects.get(dictionary, 'Contents')
  const range = objects.get(dictionary, 'ByteRange')
  const [first, start, end, rest, ...others] = isArray(range) ? range.items : []
  if (!isString(contents) || !isName(subFilter) || others.length > 0) return undefined
  if (first !== 0 || typeof start !== 'number' || typeof end !== 'number' || typeof rest !== 'number') return undefined
  if (end <= start || end + rest > document.bytes.length) return undefined
  const value = tryRead(contents.bytes)
  return value && { name, subFilter: subFilter.value, value, gap: [start, end] as const, end: end + rest }
}

const tryRead = (contents: Uint8Array): Uint8Array | undefined => {
  try {
    return readPrefix(contents).encoded
  } catch {
    return undefined
  }
}

/** Reads the signatures of a document, oldest first. Skips forms that Trazo never writes. */
export const readSignatures = (document: PdfDocument): StandingSignature[] =>
  document
    .signatureFields()
    .flatMap(({ name, value }) => (value === undefined ? [] : (readOne(document, name, value) ?? [])))
    .sort((a, b) => a.gap[0] - b.gap[0])

/** The hash continues, so call in signing order. */
export const coveredDigest = (
  bytes: Uint8Array,
  hash: RunningHash,
  { gap: [start, end], end: last }: StandingSignature,
): Uint8Array => hash.upTo(start).digestWith(bytes.subarray(end, last))

/**
 * Reads the certificates of a CMS. They are not verified.
 *
 * @param signedData DER, trailing zeros allowed
 * @throws SignatureError ASN1_MALFORMED
 */
export const certificatesInSignedData = (signedData: Uint8Array): X509Certificate[] => {
  const [type, wrapped] = derChildren(readDer(signedData), 0x30)
  if (readOid(type) !== objectIdentifiers.signedData) throw new SignatureError('ASN1_MALFORMED', 'not a SignedData')
  const parts = derChildren(derChildren(wrapped, 0xa0)[0], 0x30)
  const set = parts.find(({ identifier }) => identifier === 0xa0)
  const own = set === undefined ? [] : derChildren(set, 0xa0).map(({ encoded }) => new X509Certificate(encoded))
  const [info] = derChildren(parts.at(-1), 0x31)
  const unsigned = derChildren(info, 0x30).find(({ identifier }) => identifier === 0xa1)
  const tokens = (unsigned === undefined ? [] : derChildren(unsigned, 0xa1)).flatMap((attribute) => {
    const [id, values] = derChildren(attribute, 0x30)
    return readOid(id) === objectIdentifiers.signatureTimeStampToken
      ? derChildren(values, 0x31).map(({ encoded }) => encoded)
      : []
  })
  return [...own, ...tokens.flatMap(certificatesInSignedData)]
}
