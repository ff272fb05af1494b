import { type Certificate, KEY_USAGE } from './certificate.ts'
import { oids } from './oids.ts'

/** Purposes of certificates in the national hierarchy. Only `signature` signs documents of a natural person. */
export const PURPOSES = ['signature', 'authentication', 'legal-person', 'other'] as const
export type Purpose = (typeof PURPOSES)[number]

/** Prefixes of the subject's serial number (docs/national-certificates.md). */
const PERSON = /^(?:CPF|NUP|DIDI)-/
const LEGAL_PERSON = /^CPJ-/

function purposeOfPolicies(policies: readonly string[]): Purpose | undefined {
  const national = policies.filter((policy) => policy.startsWith(`${oids.nationalPolicies}.`))
  if (national.length === 0) return undefined
  if (national.includes(oids.personAuthentication)) return 'authentication'
  return national.includes(oids.personSignature) ? 'signature' : 'other'
}

/** Reads the purpose from policy, key usage and subject; the strictest answer counts. */
export function purposeOf({ policies, keyUsage, isAuthority, subjectName }: Certificate): Purpose {
  const { identification = '', commonName = '' } = subjectName
  if (isAuthority) return 'other'
  if (LEGAL_PERSON.test(identification)) return 'legal-person'
  const stated = purposeOfPolicies(policies)
  if (stated !== undefined && stated !== 'signature') return stated
  if (keyUsage === undefined || (keyUsage & KEY_USAGE.nonRepudiation) === 0) return 'authentication'
  if (commonName.endsWith('(AUTENTICACION)')) return 'authentication'
  return PERSON.test(identification) ? 'signature' : 'other'
}
