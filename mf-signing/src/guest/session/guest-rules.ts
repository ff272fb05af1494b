import type { ContactRule } from '../../signing-flow/signer.ts'
import type { GuestSession } from './guest-session.ts'

export const isCertified = ({ entry }: GuestSession): boolean => {
  const rules = entry.kind === 'invitation' ? entry : entry.link
  return typeof rules === 'object' && rules.signing_mode === 'certified'
}

export const contactOf = ({ entry }: GuestSession): ContactRule => {
  if (entry.kind === 'invitation') return 'none'
  return typeof entry.link === 'object' && entry.link.email_code ? 'confirmed' : 'stated'
}

/** Never from the owner's designation for a public link. */
export const knownName = ({ entry }: GuestSession): string | undefined =>
  entry.kind === 'invitation' ? entry.user.first_name : undefined
