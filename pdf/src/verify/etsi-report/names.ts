import { bytesToBase64, toHex } from '../../cms/bytes.ts'
import { HASH_URIS } from './algorithm-uris.ts'
import type { NamedDigest, ValidationObject, ValidationObjectKind } from './material.ts'
import { type XmlElement, xmlElement } from './xml.ts'

const PREFIXES: Readonly<Record<ValidationObjectKind, string>> = {
  certificate: 'C',
  CRL: 'L',
  OCSPResponse: 'O',
  timestamp: 'T',
}

/** Two files with one content have one id, so an id is unique in the report. */
export const idOfObject = ({ kind, sha256 }: ValidationObject): string => `${PREFIXES[kind]}-${toHex(sha256)}`

/** @param index from 0 */
export const idOfSignature = (index: number): string => `S-${index + 1}`

/** VOReferenceType; the attribute is a list of ids. */
export const referenceTo = (name: string, ids: readonly string[]): XmlElement =>
  xmlElement(name, undefined, { VOReference: ids.join(' ') })

export const optionalReference = (name: string, ids: readonly string[]): XmlElement | undefined =>
  ids.length === 0 ? undefined : referenceTo(name, ids)

/** DigestAlgAndValueType of XAdES 1.3.2: two elements of XML Signature. */
export const digestElements = ({ hash, value }: NamedDigest): XmlElement[] => [
  xmlElement('ds:DigestMethod', undefined, { Algorithm: HASH_URIS[hash] }),
  xmlElement('ds:DigestValue', bytesToBase64(value)),
]

export const digestElement = (digest: NamedDigest | undefined): XmlElement | undefined =>
  digest && xmlElement('DigestAlgAndValue', digestElements(digest))

/**
 * xs:dateTime has the years 1 to 9999 (XML Schema 1.0).
 *
 * @returns undefined for other years, which hostile files state
 */
export function writeDateTime(date: Date | undefined): string | undefined {
  const text = date !== undefined && !Number.isNaN(date.getTime()) ? date.toISOString() : ''
  return /^\d{4}-/.test(text) && !text.startsWith('0000') ? text : undefined
}

export const dateElement = (name: string, date: Date | undefined): XmlElement | undefined => {
  const text = writeDateTime(date)
  return text === undefined ? undefined : xmlElement(name, text)
}

export const textElement = (name: string, text: string | undefined): XmlElement | undefined =>
  text === undefined ? undefined : xmlElement(name, text)
