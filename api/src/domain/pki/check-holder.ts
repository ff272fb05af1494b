import type { CertificateReport } from 'pdf/verify'

export type Holder =
  /** As in the subject, with or without prefix: `CPF-01-0234-0567`. */
  { readonly identification: string } | { readonly name: string; readonly email: string }

const folded = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').replace(/\s+/g, ' ').trim().toLowerCase()

/** The prefixes of ETSI EN 319 412-1 and of Costa Rica. */
const PREFIX = /^[A-Z]{3,5}-/

const signsOf = (text: string): string => text.replace(/[^0-9A-Z]/g, '')

export const carriesAsked = (stated: string, asked: string): boolean => {
  const [own, wanted] = [stated.toUpperCase(), asked.toUpperCase()]
  if (PREFIX.test(wanted)) return signsOf(own) === signsOf(wanted)
  return signsOf(wanted) !== '' && signsOf(own.replace(PREFIX, '')) === signsOf(wanted)
}

export const checkHolder = (
  { identification, name, email }: Pick<CertificateReport, 'identification' | 'name' | 'email'>,
  holder: Holder,
): boolean =>
  'identification' in holder
    ? identification !== undefined && carriesAsked(identification, holder.identification)
    : folded(name) === folded(holder.name) && email?.toLowerCase() === holder.email.toLowerCase()
