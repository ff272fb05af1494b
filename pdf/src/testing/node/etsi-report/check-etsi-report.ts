import { descendantsOf, type ParsedXml, parseXml } from './parse-xml.ts'

const DIGEST = 'ds:DigestMethod ds:DigestValue '
const VALUE_OF = { dateTime: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, base64: /^[A-Za-z0-9+/]*={0,2}$/ } as const

/**
 * Content models of the schema of TS 119 102-2 V1.4.1: names of the children, each with a space after it. Elements
 * that we never write are left out.
 */
const CONTENT: Readonly<Record<string, RegExp>> = {
  ValidationReport: /^(SignatureValidationReport )+(SignatureValidationObjects )?$/,
  SignatureValidationReport:
    /^SignatureIdentifier ValidationConstraintsEvaluationReport (ValidationTimeInfo )?(SignersDocument )?(SignatureAttributes )?(SignerInformation )?SignatureValidationProcess SignatureValidationStatus OtherInformation $/,
  SignatureIdentifier: /^(DigestAlgAndValue )?(ds:SignatureValue )?HashOnly DocHashOnly DAIdentifier $/,
  ValidationConstraintsEvaluationReport: /^SignatureValidationPolicy $/,
  SignatureValidationPolicy: /^SignaturePolicyIdentifier PolicyName $/,
  SignaturePolicyIdentifier: /^XAdES:SignaturePolicyImplied $/,
  ValidationTimeInfo: /^ValidationTime BestSignatureTime $/,
  BestSignatureTime: /^POETime TypeOfProof (POEObject )?$/,
  SignersDocument: /^DigestAlgAndValue $/,
  DigestAlgAndValue: new RegExp(`^${DIGEST}$`),
  SignatureAttributes:
    /^((SigningTime|SigningCertificate|SignatureProductionPlace|SignatureTimeStamp|MessageDigest|DSS|DocTimeStamp|Reason|Name|ContactInfo|SubFilter|ByteRange|Filter) )+$/,
  SigningTime: /^Time $/,
  'SignatureAttributes/SigningCertificate': /^(AttributeObject )?CertID $/,
  CertID: new RegExp(`^${DIGEST}$`),
  SignatureProductionPlace: /^AddressString $/,
  SignatureTimeStamp: /^AttributeObject TimeStampValue $/,
  DocTimeStamp: /^AttributeObject TimeStampValue $/,
  MessageDigest: /^Digest $/,
  DSS: /^(Certs )?(CRLs )?(OCSPs )?$/,
  Reason: /^ReasonElement $/,
  Name: /^NameElement $/,
  ContactInfo: /^ContactInfoElement $/,
  SubFilter: /^SubFilterElement $/,
  'SignatureAttributes/Filter': /^Filter $/,
  SignerInformation: /^SignerCertificate Signer $/,
  SignatureValidationProcess: /^SignatureValidationProcessID $/,
  SignatureValidationStatus: /^MainIndication (SubIndication )*(AssociatedValidationReportData )?$/,
  AssociatedValidationReportData: /^(CertificateChain )?(RevocationStatusInformation )?(CryptoInformation )?$/,
  CertificateChain: /^SigningCertificate (IntermediateCertificate )*(TrustAnchor )?$/,
  RevocationStatusInformation: /^ValidationObjectId RevocationTime $/,
  CryptoInformation: /^ValidationObjectId Algorithm SecureAlgorithm $/,
  SignatureValidationObjects: /^(ValidationObject )+$/,
  ValidationObject: /^ObjectType ValidationObjectRepresentation $/,
  ValidationObjectRepresentation: /^(base64|DigestAlgAndValue) $/,
}

const URN = 'urn:etsi:019102'
/** Table 6 of EN 319 102-1 V1.4.1 has more; these are ours. */
const REASONS =
  'FORMAT_FAILURE|HASH_FAILURE|SIG_CRYPTO_FAILURE|NOT_YET_VALID|NO_SIGNING_CERTIFICATE_FOUND|NO_CERTIFICATE_CHAIN_FOUND|REVOKED_NO_POE|REVOKED_CA_NO_POE|OUT_OF_BOUNDS_NO_POE|CERTIFICATE_CHAIN_GENERAL_FAILURE|CHAIN_CONSTRAINTS_FAILURE|CRYPTO_CONSTRAINTS_FAILURE|SIG_CONSTRAINTS_FAILURE|TRY_LATER'

const TEXT: Readonly<Record<string, RegExp>> = {
  'ds:DigestValue': VALUE_OF.base64,
  'ds:SignatureValue': VALUE_OF.base64,
  Digest: VALUE_OF.base64,
  base64: VALUE_OF.base64,
  ValidationTime: VALUE_OF.dateTime,
  POETime: VALUE_OF.dateTime,
  Time: VALUE_OF.dateTime,
  TimeStampValue: VALUE_OF.dateTime,
  RevocationTime: VALUE_OF.dateTime,
  HashOnly: /^false$/,
  DocHashOnly: /^false$/,
  SecureAlgorithm: /^(true|false)$/,
  ByteRange: /^\d+ \d+ \d+ \d+$/,
  Algorithm: /^http:\/\/www\.w3\.org\/\d{4}\/\d\d\/xmldsig/,
  MainIndication: new RegExp(`^${URN}:mainindication:(total-passed|total-failed|indeterminate)$`),
  SubIndication: new RegExp(`^${URN}:subindication:(${REASONS})$`),
  TypeOfProof: new RegExp(`^${URN}:poetype:validation$`),
  ObjectType: new RegExp(`^${URN}:validationObject:(certificate|CRL|OCSPResponse|timestamp)$`),
  SignatureValidationProcessID: new RegExp(`^${URN}:validationprocess:LTVM$`),
}

const problemsOf = (element: ParsedXml): string[] =>
  element.children.flatMap((child) => {
    const names = child.children.map(({ name }) => `${name} `).join('')
    const model = CONTENT[`${element.name}/${child.name}`] ?? (child.children.length > 0 ? CONTENT[child.name] : /^$/)
    const own = model?.test(names) ? [] : [`${element.name}/${child.name} has the children: ${names}`]
    const value = TEXT[child.name]
    const text = value === undefined || value.test(child.text) ? [] : [`${child.name}: ${child.text}`]
    const mixed = child.children.length > 0 && child.text !== '' ? [`text in ${child.name}`] : []
    return [...own, ...text, ...mixed, ...problemsOf(child)]
  })

const repeated = (ids: readonly string[]): string[] => ids.filter((id, index) => ids.indexOf(id) !== index)

/**
 * Checks a report against the structure of ETSI TS 119 102-2 V1.4.1: order and number of elements, enumerations, simple
 * types, ids and references. It is stricter than the schema, which allows much that we never write.
 *
 * @returns the parsed report and what is wrong with it
 * @throws Error if it is not well formed
 */
export function checkEtsiReport(text: string): { readonly root: ParsedXml; readonly problems: readonly string[] } {
  const root = parseXml(text)
  const all = descendantsOf(root)
  const ids = all.flatMap(({ attributes }) => attributes.get('id') ?? [])
  const references = all.flatMap(({ attributes }) => attributes.get('VOReference')?.split(' ') ?? [])
  const problems = [
    ...(root.attributes.get('xmlns') === 'http://uri.etsi.org/19102/v1.4.1#' ? [] : ['another namespace']),
    ...problemsOf({ name: '', attributes: new Map(), children: [root], text: '' }),
    ...repeated(ids).map((id) => `id ${id} twice`),
    ...ids.filter((id) => !/^[A-Z]-[0-9a-f]+$/.test(id)).map((id) => `id ${id}`),
    ...references.filter((id) => !ids.includes(id)).map((id) => `no object ${id}`),
  ]
  return { root, problems }
}

/** For example `['total-failed', 'HASH_FAILURE']`, for each signature. */
export const indicationsIn = (root: ParsedXml): string[][] =>
  descendantsOf(root)
    .filter(({ name }) => name === 'SignatureValidationStatus')
    .map(({ children }) =>
      children
        .filter(({ name }) => name === 'MainIndication' || name === 'SubIndication')
        .map(({ text }) => text.slice(text.lastIndexOf(':') + 1)),
    )
