import { bytesToBase64 } from '../../cms/bytes.ts'
import type { SignatureReport } from '../report.ts'
import type { ReportMaterial, SignatureMaterial, ValidationObject, ValidationObjectKind } from './material.ts'
import { dateElement, digestElements, idOfObject, optionalReference, referenceTo, writeDateTime } from './names.ts'
import { type XmlElement, xmlElement } from './xml.ts'

const SIGNED = { Signed: 'true' }
const UNSIGNED = { Signed: 'false' }

const signedText = (name: string, inner: string, text: string | undefined): XmlElement | undefined =>
  text === undefined ? undefined : xmlElement(name, xmlElement(inner, text), SIGNED)

const signingTime = ({ claimed }: SignatureMaterial): XmlElement | undefined => {
  const time = dateElement('Time', claimed)
  return time && xmlElement('SigningTime', time, SIGNED)
}

function signingCertificate({ cms, chain }: SignatureMaterial): XmlElement | undefined {
  const id = cms?.certificateId
  if (id === undefined) return undefined
  const own = chain.slice(0, 1).map(idOfObject)
  return xmlElement(
    'SigningCertificate',
    [optionalReference('AttributeObject', own), xmlElement('CertID', digestElements(id))],
    SIGNED,
  )
}

function stampOf(name: string, { cms }: SignatureMaterial, attributes: Record<string, string>): XmlElement | undefined {
  const stamp = cms?.stamp
  const time = dateElement('TimeStampValue', stamp?.time)
  if (stamp === undefined || time === undefined) return undefined
  return xmlElement(name, [referenceTo('AttributeObject', [idOfObject(stamp.object)]), time], attributes)
}

const ofKind = (objects: readonly ValidationObject[], kind: ValidationObjectKind): string[] =>
  objects.filter((each) => each.kind === kind).map(idOfObject)

function securityStore({ store }: ReportMaterial): XmlElement | undefined {
  if (store.length === 0) return undefined
  const lists = [
    optionalReference('Certs', ofKind(store, 'certificate')),
    optionalReference('CRLs', ofKind(store, 'CRL')),
    optionalReference('OCSPs', ofKind(store, 'OCSPResponse')),
  ]
  return xmlElement('DSS', lists, UNSIGNED)
}

const messageDigest = ({ cms }: SignatureMaterial): XmlElement | undefined =>
  cms?.messageDigest && xmlElement('MessageDigest', xmlElement('Digest', bytesToBase64(cms.messageDigest)), SIGNED)

/** Document time stamps that cover the signature. */
const laterStamps = (signature: SignatureReport, reports: readonly SignatureReport[], { signatures }: ReportMaterial) =>
  reports.flatMap(({ kind, covered }, index) => {
    const own = signatures[index]
    const isLater = kind === 'document-time-stamp' && covered > signature.covered
    return isLater && own !== undefined ? [stampOf('DocTimeStamp', own, UNSIGNED)] : []
  })

/**
 * SignatureAttributes (ETSI TS 119 102-2, annex A) of those attributes that the file has.
 *
 * @returns undefined for a signature without any
 */
export function describeAttributes(
  signature: SignatureReport,
  own: SignatureMaterial,
  reports: readonly SignatureReport[],
  material: ReportMaterial,
): XmlElement | undefined {
  const isSignature = signature.kind === 'signature'
  const attributes = [
    signingTime(own),
    signingCertificate(own),
    signedText('SignatureProductionPlace', 'AddressString', signature.location),
    isSignature ? stampOf('SignatureTimeStamp', own, UNSIGNED) : undefined,
    messageDigest(own),
    securityStore(material),
    ...laterStamps(signature, reports, material),
    signedText('Reason', 'ReasonElement', signature.reason),
    signedText('Name', 'NameElement', own.name),
    signedText('ContactInfo', 'ContactInfoElement', own.contact),
    own.subFilter === '' ? undefined : signedText('SubFilter', 'SubFilterElement', own.subFilter),
    own.range && xmlElement('ByteRange', own.range.join(' ')),
    own.filter === undefined ? undefined : xmlElement('Filter', xmlElement('Filter', own.filter)),
  ]
  return attributes.every((each) => each === undefined) ? undefined : xmlElement('SignatureAttributes', attributes)
}

/** The time stamp behind the proven time of a signature. */
export function provingStamp(
  { time, covered }: SignatureReport,
  own: SignatureMaterial,
  reports: readonly SignatureReport[],
  { signatures }: ReportMaterial,
): ValidationObject | undefined {
  if (!time.isProven || writeDateTime(time.at) === undefined) return undefined
  if (time.source === 'time-stamp') return own.cms?.stamp?.object
  const proof = signatures.find(({ cms }, index) => {
    const report = reports[index]
    const isLater = report?.kind === 'document-time-stamp' && report.covered > covered
    return isLater && cms?.stamp?.time.getTime() === time.at?.getTime()
  })
  return proof?.cms?.stamp?.object
}
