import {
  booleanTrue,
  derElement,
  derExplicit,
  derInteger,
  derOid,
  derSequence,
  octetString,
  setOf,
  unsignedInteger,
} from './der-writer.ts'
import { objectIdentifiers } from './oids.ts'

/** For trial signatures and tests: also certificates that no authority would issue. */
export interface CertificateInput {
  readonly commonName: string
  readonly issuerName: string
  readonly serial: number
  readonly spki: Uint8Array
  readonly from?: string
  readonly to?: string
  readonly isAuthority?: boolean
  readonly pathLength?: number
  readonly critical?: readonly string[]
  /** Purposes of the extended key usage, which is critical then. */
  readonly purposes?: readonly string[]
  /** GeneralNames, DER. */
  readonly alternativeNames?: readonly Uint8Array[]
  /** Bases of the subtrees, GeneralNames, DER; not critical unless stated. */
  readonly constraints?: {
    readonly permitted?: readonly Uint8Array[]
    readonly excluded?: readonly Uint8Array[]
    readonly isCritical?: boolean
  }
  /** Name, DER, instead of `commonName`. */
  readonly subject?: Uint8Array
  readonly identification?: string
  readonly keyUsage?: number
  readonly policies?: readonly string[]
  readonly keyId?: Uint8Array
  readonly issuerKeyId?: Uint8Array
  /** AlgorithmIdentifier of the issuer's signature, DER. */
  readonly algorithm: Uint8Array
  readonly sign: (signed: Uint8Array) => Uint8Array
}

type Constraints = NonNullable<CertificateInput['constraints']>

const text = (value: string): Uint8Array => derElement(0x0c, new TextEncoder().encode(value))
const attribute = (type: string, value: string): Uint8Array => setOf(derSequence(derOid(type), text(value)))
const nameOf = (commonName: string, identification?: string): Uint8Array =>
  derSequence(
    ...(identification === undefined ? [] : [attribute(objectIdentifiers.serialNumber, identification)]),
    attribute(objectIdentifiers.commonName, commonName),
  )
const time = (value: string): Uint8Array => derElement(0x18, new TextEncoder().encode(value))
const bits = (bytes: Uint8Array): Uint8Array => derElement(0x03, Uint8Array.of(0), bytes)

const extension = (id: string, value: Uint8Array, critical = true): Uint8Array =>
  derSequence(derOid(id), ...(critical ? [booleanTrue()] : []), octetString(value))

const subtrees = (tag: number, bases: readonly Uint8Array[] = []): Uint8Array[] =>
  bases.length === 0 ? [] : [derElement(0xa0 + tag, ...bases.map((base) => derSequence(base)))]

const nameConstraints = ({ permitted, excluded, isCritical = false }: Constraints): Uint8Array =>
  extension(
    objectIdentifiers.nameConstraints,
    derSequence(...subtrees(0, permitted), ...subtrees(1, excluded)),
    isCritical,
  )

const optional = <Value>(value: Value | undefined, encode: (value: Value) => Uint8Array): Uint8Array[] =>
  value === undefined ? [] : [encode(value)]

function extensions(input: CertificateInput): Uint8Array {
  const { isAuthority = false, pathLength, critical = [], purposes = [], policies = [] } = input
  return derExplicit(
    3,
    derSequence(
      extension(
        objectIdentifiers.basicConstraints,
        derSequence(...(isAuthority ? [booleanTrue(), ...optional(pathLength, derInteger)] : [])),
      ),
      ...optional(input.keyUsage, (usage) =>
        extension(objectIdentifiers.keyUsage, derElement(0x03, Uint8Array.of(0), Uint8Array.of(usage))),
      ),
      ...optional(input.keyId, (id) => extension(objectIdentifiers.subjectKeyIdentifier, octetString(id), false)),
      ...optional(input.issuerKeyId, (id) =>
        extension(objectIdentifiers.authorityKeyIdentifier, derSequence(derElement(0x80, id)), false),
      ),
      ...(policies.length > 0
        ? [
            extension(
              objectIdentifiers.certificatePolicies,
              derSequence(...policies.map((id) => derSequence(derOid(id)))),
              false,
            ),
          ]
        : []),
      ...(purposes.length > 0
        ? [extension(objectIdentifiers.extendedKeyUsage, derSequence(...purposes.map(derOid)))]
        : []),
      ...optional(input.alternativeNames, (names) =>
        extension(objectIdentifiers.subjectAlternativeName, derSequence(...names), false),
      ),
      ...optional(input.constraints, nameConstraints),
      ...critical.map((id) => extension(id, derSequence())),
    ),
  )
}

/** RFC 5280, 4.1. */
export function makeCertificate(input: CertificateInput): Uint8Array {
  const { from = '20260101000000Z', to = '20270101000000Z', algorithm } = input
  const signed = derSequence(
    derExplicit(0, derInteger(2)),
    unsignedInteger(Uint8Array.of(input.serial >> 8, input.serial & 0xff)),
    algorithm,
    nameOf(input.issuerName),
    derSequence(time(from), time(to)),
    input.subject ?? nameOf(input.commonName, input.identification),
    input.spki,
    extensions(input),
  )
  return derSequence(signed, algorithm, bits(input.sign(signed)))
}
