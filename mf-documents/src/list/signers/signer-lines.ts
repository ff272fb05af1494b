import type { Signer } from 'shared/contract'
import { personKey } from '../../documents/person-key.ts'

const SIGNER_LINES_MAX = 3

export interface SignerLine {
  readonly fieldId: number
  readonly name: string
  /** Public-link signers declare their names themselves. */
  readonly byPublicLink: boolean
  readonly signedWith: string
  readonly fields: number
  readonly signed: number
  /** Last signature; null while a field is pending. */
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
