import {
  booleanTrue,
  element,
  explicit,
  integer,
  octetString,
  oid,
  sequence,
  setOf,
  unsignedInteger,
} from '../cms/der-writer.ts'
import { oids } from '../cms/oids.ts'

export interface CertificateInput {
  readonly commonName: string
  readonly issuerName: string
  readonly serial: number
  /** SubjectPublicKeyInfo, DER. */
  readonly spki: Uint8Array
  readonly from?: string
  readonly to?: string
  readonly isAuthority?: boolean
  readonly pathLength?: number
  readonly critical?: readonly string[]
  /** Purposes of the extended key usage, which is critical then. */
  readonly purposes?: readonly string[]
  /** AlgorithmIdentifier of the issuer's signature, DER. */
  readonly algorithm: Uint8Array
  readonly sign: (signed: Uint8Array) => Uint8Array
}

const text = (value: string): Uint8Array => element(0x0c, new TextEncoder().encode(value))
const nameOf = (commonName: string): Uint8Array => sequence(setOf(sequence(oid(oids.commonName), text(commonName))))
const time = (value: string): Uint8Array => element(0x18, new TextEncoder().encode(value))
const bits = (bytes: Uint8Array): Uint8Array => element(0x03, Uint8Array.of(0), bytes)

const extension = (id: string, value: Uint8Array, critical = true): Uint8Array =>
  sequence(oid(id), ...(critical ? [booleanTrue()] : []), octetString(value))

function extensions({ isAuthority = false, pathLength, critical = [], purposes = [] }: CertificateInput): Uint8Array {
  const path = pathLength === undefined ? [] : [integer(pathLength)]
  return explicit(
    3,
    sequence(
      extension(oids.basicConstraints, sequence(...(isAuthority ? [booleanTrue(), ...path] : []))),
      ...(purposes.length > 0 ? [extension(oids.extendedKeyUsage, sequence(...purposes.map(oid)))] : []),
      ...critical.map((id) => extension(id, sequence())),
    ),
  )
}

/** RFC 5280, 4.1. */
export function makeCertificate(input: CertificateInput): Uint8Array {
  const { from = '20260101000000Z', to = '20270101000000Z', algorithm } = input
  const signed = sequence(
    explicit(0, integer(2)),
    unsignedInteger(Uint8Array.of(input.serial)),
    algorithm,
    nameOf(input.issuerName),
    sequence(time(from), time(to)),
    nameOf(input.commonName),
    input.spki,
    extensions(input),
  )
  return sequence(signed, algorithm, bits(input.sign(signed)))
}
