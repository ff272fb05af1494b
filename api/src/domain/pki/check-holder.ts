import type { CertificateReport } from 'pdf/verify'

/** Whose certificate must sign: by identification, or by name and address for certificates that carry none. */
export type CertificateHolder =
  /** As in the subject, with or without prefix: `CPF-01-0234-0567`. */
  { readonly identification: string } | { readonly name: string; readonly email: string }

const folded = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').replace(/\s+/g, ' ').trim().toLowerCase()

/** The prefixes of ETSI EN 319 412-1 and of Costa Rica. */
const PREFIX = /^[A-Z]{3,5}-/

const signsOf = (text: string): string => text.replace(/[^0-9A-Z]/g, '')

/**
 * Compares without hyphens and case. Without a prefix in `asked` (CPF, NUP, DIDI), the one of the certificate does not
 * matter.
 *
 * @param stated from the certificate
 * @param asked by the owner
 */
export const carriesRequired = (stated: string, asked: string): boolean => {
  const [own, wanted] = [stated.toUpperCase(), asked.toUpperCase()]
  if (PREFIX.test(wanted)) return signsOf(own) === signsOf(wanted)
  return signsOf(wanted) !== '' && signsOf(own.replace(PREFIX, '')) === signsOf(wanted)
}

/** Names are compared without accents and case. */
export const checkHolder = (
  { identification, name, email }: Pick<CertificateReport, 'identification' | 'name' | 'email'>,
  holder: CertificateHolder,
): boolean =>
  'identification' in holder
    ? identification !== undefined && carriesRequired(identification, holder.identification)
    : folded(name) === folded(holder.name) && email?.toLowerCase() === holder.email.toLowerCase()
