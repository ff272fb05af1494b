import { bytesToBase64 } from '../../cms/bytes.ts'
import type { SignatureReport, VerificationReport } from '../report.ts'
import { signatureUriOf } from './algorithm-uris.ts'
import { describeAttributes, provingStamp } from './attributes.ts'
import { concludeValidation } from './indications.ts'
import { type ReportMaterial, type SignatureMaterial, type ValidationObject, withoutRepeats } from './material.ts'
import {
  dateElement,
  digestElement,
  idOfObject,
  idOfSignature,
  optionalReference,
  referenceTo,
  textElement,
} from './names.ts'
import { writeXml, type XmlElement, xmlElement } from './xml.ts'

const NAMESPACES = {
  xmlns: 'http://uri.etsi.org/19102/v1.4.1#',
  'xmlns:ds': 'http://www.w3.org/2000/09/xmldsig#',
  'xmlns:XAdES': 'http://uri.etsi.org/01903/v1.3.2#',
}

type Signed = Extract<VerificationReport, { kind: 'signed' }>

interface Writing {
  readonly report: Signed
  readonly material: ReportMaterial
  readonly now: Date
}

interface WrittenSignature extends Writing {
  readonly signature: SignatureReport
  readonly own: SignatureMaterial
  readonly id: string
}

/** The field's name identifies the signature in the file. */
const identify = ({ signature, own: { cms }, id }: WrittenSignature): XmlElement =>
  xmlElement(
    'SignatureIdentifier',
    [
      digestElement(cms?.signed),
      cms && xmlElement('ds:SignatureValue', bytesToBase64(cms.value)),
      xmlElement('HashOnly', 'false'),
      xmlElement('DocHashOnly', 'false'),
      xmlElement('DAIdentifier', signature.field),
    ],
    { id },
  )

/** No policy document is published, so the policy is implied; its name says whose rules were applied. */
const POLICY = xmlElement(
  'ValidationConstraintsEvaluationReport',
  xmlElement('SignatureValidationPolicy', [
    xmlElement('SignaturePolicyIdentifier', xmlElement('XAdES:SignaturePolicyImplied', undefined)),
    xmlElement('PolicyName', 'Trazo'),
  ]),
)

/** Without a proven time, the signature is known to exist since the validation (EN 319 102-1, 5.5.4). */
function describeTime({ signature, own, report, material, now }: WrittenSignature): XmlElement | undefined {
  const stamp = provingStamp(signature, own, report.signatures, material)
  const best = dateElement('POETime', stamp === undefined ? now : signature.time.at)
  const at = dateElement('ValidationTime', now)
  if (best === undefined || at === undefined) return undefined
  const proof = [
    best,
    xmlElement('TypeOfProof', 'urn:etsi:019102:poetype:validation'),
    stamp && referenceTo('POEObject', [idOfObject(stamp)]),
  ]
  return xmlElement('ValidationTimeInfo', [at, xmlElement('BestSignatureTime', proof)])
}

function describeSigner({ signature, own }: WrittenSignature): XmlElement | undefined {
  const [certificate] = own.chain
  if (certificate === undefined) return undefined
  return xmlElement('SignerInformation', [
    referenceTo('SignerCertificate', [idOfObject(certificate)]),
    textElement('Signer', signature.certificate?.name),
  ])
}

/** EN 319 102-1, 5.5: the time of a signature time stamp or of a later document time stamp counts. */
const PROCESS = xmlElement(
  'SignatureValidationProcess',
  xmlElement('SignatureValidationProcessID', 'urn:etsi:019102:validationprocess:LTVM'),
)

function describeChain({ signature, own }: WrittenSignature): XmlElement | undefined {
  const [signer, ...others] = own.chain.map(idOfObject)
  if (signer === undefined) return undefined
  const isTrusted = signature.certificate?.trust !== 'unknown'
  const anchor = isTrusted ? others.slice(-1) : []
  return xmlElement('CertificateChain', [
    referenceTo('SigningCertificate', [signer]),
    ...others.slice(0, others.length - anchor.length).map((id) => referenceTo('IntermediateCertificate', [id])),
    optionalReference('TrustAnchor', anchor),
  ])
}

/** For the signer's certificate alone: our report does not say which authority was revoked. */
function describeRevocation({ signature, own }: WrittenSignature): XmlElement | undefined {
  const { state, at } = signature.revocation
  const certificate = own.chain[0]
  const time = dateElement('RevocationTime', at)
  if (state !== 'revoked' || own.revoked !== 'signer' || certificate === undefined || time === undefined)
    return undefined
  return xmlElement('RevocationStatusInformation', [referenceTo('ValidationObjectId', [idOfObject(certificate)]), time])
}

const WEAK: readonly string[] = ['algorithm', 'weak-hash', 'weak-key']

function describeAlgorithm({ signature, own, id }: WrittenSignature): XmlElement | undefined {
  const algorithm = own.cms?.algorithm
  const uri = algorithm && signatureUriOf(algorithm)
  if (uri === undefined) return undefined
  return xmlElement('CryptoInformation', [
    referenceTo('ValidationObjectId', [id]),
    xmlElement('Algorithm', uri),
    xmlElement('SecureAlgorithm', String(!signature.problems.some((problem) => WEAK.includes(problem)))),
  ])
}

function describeStatus(written: WrittenSignature): XmlElement {
  const { signature, own, report } = written
  const { main, reasons } = concludeValidation(signature, report.hidden, own.revoked)
  const data = [describeChain(written), describeRevocation(written), describeAlgorithm(written)]
  return xmlElement('SignatureValidationStatus', [
    xmlElement('MainIndication', `urn:etsi:019102:mainindication:${main}`),
    ...reasons.map((reason) => xmlElement('SubIndication', `urn:etsi:019102:subindication:${reason}`)),
    data.every((each) => each === undefined) ? undefined : xmlElement('AssociatedValidationReportData', data),
  ])
}

/** The verdict in our terms, for which the standard has no element. */
const inOurTerms = ({ kind, verdict, level, picture, changes }: SignatureReport): string =>
  [
    `verdict: ${verdict}`,
    ...(kind === 'signature' ? [`level: ${level === 'CMS' ? 'CMS' : `PAdES ${level}`}`] : []),
    `later changes: ${changes.length}`,
    `pages: ${picture.state}`,
  ].join('; ')

function describeSignature(written: WrittenSignature): XmlElement {
  const { signature, own, report, material } = written
  const digest = digestElement(own.document)
  return xmlElement('SignatureValidationReport', [
    identify(written),
    POLICY,
    describeTime(written),
    digest && xmlElement('SignersDocument', digest),
    describeAttributes(signature, own, report.signatures, material),
    describeSigner(written),
    PROCESS,
    describeStatus(written),
    xmlElement('OtherInformation', inOurTerms(signature)),
  ])
}

/** Bytes. Of larger objects, mostly lists of revoked certificates, the report has the digest. */
const WHOLE_MAX_BYTES = 64 * 1024

function writeObject(object: ValidationObject): XmlElement {
  const { kind, der, sha256 } = object
  const content =
    der.length <= WHOLE_MAX_BYTES
      ? xmlElement('base64', bytesToBase64(der))
      : digestElement({ hash: 'SHA-256', value: sha256 })
  return xmlElement(
    'ValidationObject',
    [
      xmlElement('ObjectType', `urn:etsi:019102:validationObject:${kind}`),
      xmlElement('ValidationObjectRepresentation', content),
    ],
    { id: idOfObject(object) },
  )
}

const allObjects = ({ signatures, store, fetched }: ReportMaterial): ValidationObject[] =>
  withoutRepeats([
    ...signatures.flatMap(({ chain, cms }) => [...chain, ...(cms?.stamp === undefined ? [] : [cms.stamp.object])]),
    ...store,
    ...fetched,
  ])

/**
 * Writes a ValidationReport (ETSI TS 119 102-2 V1.4.1, 4): one SignatureValidationReport for each signature and each
 * document time stamp, in the order of `report`, and each validation object once.
 *
 * @param material of the same file, with an entry for each signature of `report`
 * @param now moment of the verification
 */
export function writeEtsiReport(report: Signed, material: ReportMaterial, now: Date): string {
  const signatures = report.signatures.flatMap((signature, index) => {
    const own = material.signatures[index]
    const id = idOfSignature(index)
    return own === undefined ? [] : [describeSignature({ report, material, now, signature, own, id })]
  })
  const objects = allObjects(material).map(writeObject)
  return writeXml(
    xmlElement(
      'ValidationReport',
      [...signatures, objects.length === 0 ? undefined : xmlElement('SignatureValidationObjects', objects)],
      NAMESPACES,
    ),
  )
}
