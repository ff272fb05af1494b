import type { Signer, UserFile } from 'shared/contract'
import { personKey } from '../../documents/person-key.ts'

const SIGNER_LINES_MAX = 3

export type LineKind = 'firma' | NonNullable<UserFile['participants']>[number]['kind']

/** A person who signs, approves or reads. */
export interface SignerLine {
  readonly kind: LineKind
  /** Of the first field, or of the participant without one. */
  readonly fieldId: number
  readonly name: string
  /** Public-link signers declare their names themselves. */
  readonly byPublicLink: boolean
  readonly signedWith: string
  readonly fields: number
  readonly signed: number
  /** Last signature, or the answer; null while one is pending. */
  readonly signedAt: string | null
  readonly invitedAt: string | null
}

/** ISO 8601 in UTC sorts as text. */
const laterInstant = (a: string | null, b: string | null): string | null =>
  a === null || (b !== null && b > a) ? b : a

export const signerLines = (signers: readonly Signer[]): SignerLine[] => {
  const fieldsBySigner = new Map<string, Signer[]>()
  for (const signer of signers) {
    const key = personKey(signer)
    fieldsBySigner.set(key, [...(fieldsBySigner.get(key) ?? []), signer])
  }
  return [...fieldsBySigner.values()].flatMap((fields) => {
    const [first] = fields
    if (!first) return []
    const signed = fields.filter(({ signed_at }) => signed_at !== null).length
    return {
      kind: 'firma',
      fieldId: first.field_id,
      name: first.name.trim(),
      byPublicLink: first.by_public_link ?? false,
      signedWith: [...new Set(fields.flatMap(({ signed_with = [] }) => signed_with))].join(', '),
      fields: fields.length,
      signed,
      signedAt: signed === fields.length ? fields.map(({ signed_at }) => signed_at).reduce(laterInstant) : null,
      invitedAt: fields.map(({ invited_at }) => invited_at).reduce(laterInstant),
    }
  })
}

/** Signers, then those who approve or read without a field. */
export const personLines = ({
  signers,
  participants = [],
}: Pick<UserFile, 'signers' | 'participants'>): SignerLine[] => [
  ...signerLines(signers),
  ...participants.map(({ id, kind, name, invited_at, answered_at }) => ({
    ...{ kind, fieldId: id, name, byPublicLink: false, signedWith: '', fields: 1 },
    signed: answered_at === null ? 0 : 1,
    signedAt: answered_at,
    invitedAt: invited_at,
  })),
]

/**
 * Splits the lines. '+1 más' never appears:
 * the line itself takes the same room.
 */
export const splitSignerLines = (
  lines: readonly SignerLine[],
): { readonly shown: readonly SignerLine[]; readonly others: readonly SignerLine[] } => {
  const room = lines.length <= SIGNER_LINES_MAX + 1 ? lines.length : SIGNER_LINES_MAX
  return { shown: lines.slice(0, room), others: lines.slice(room) }
}
