import { type Certificate, KEY_USAGE } from './certificate.ts'
import { objectIdentifiers } from './oids.ts'

/** Purposes of certificates in the national hierarchy. Only `signature` signs documents of a natural person. */
export const CERTIFICATE_PURPOSES = ['signature', 'authentication', 'legal-person', 'other'] as const
export type StatedPurpose = (typeof CERTIFICATE_PURPOSES)[number]

/** Prefixes of the subject's serial number (docs/national-certificates.md). */
const PERSON = /^(?:CPF|NUP|DIDI)-/
const LEGAL_PERSON = /^CPJ-/

function purposeOfPolicies(policies: readonly string[]): StatedPurpose | undefined {
  const national = policies.filter((policy) => policy.startsWith(`${objectIdentifiers.nationalPolicies}.`))
  if (national.length === 0) return undefined
  if (national.includes(objectIdentifiers.personAuthentication)) return 'authentication'
  return national.includes(objectIdentifiers.personSignature) ? 'signature' : 'other'
}

/** Reads the purpose from policy, key usage and subject; the strictest answer counts. */
export function purposeOf({ policies, keyUsage, isAuthority, subjectName }: Certificate): StatedPurpose {
  const { identification = '', commonName = '' } = subjectName
  if (isAuthority) return 'other'
  if (LEGAL_PERSON.test(identification)) return 'legal-person'
  const stated = purposeOfPolicies(policies)
  if (stated !== undefined && stated !== 'signature') return stated
  if (keyUsage === undefined || (keyUsage & KEY_USAGE.nonRepudiation) === 0) return 'authentication'
  if (commonName.endsWith('(AUTENTICACION)')) return 'authentication'
  return PERSON.test(identification) ? 'signature' : 'other'
}
