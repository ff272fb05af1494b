import type { Signer } from 'shared/contract'
import { SIGNER_LINES_MAX } from './constants.ts'

/** One person among those who sign; somebody may have several fields. */
export interface SignerLine {
  /** The person's first field. */
  readonly fieldId: number
  readonly name: string
  /** Signed by the public URL: the name is what its bearer stated. */
  readonly byPublicLink: boolean
  readonly fields: number
  readonly signed: number
  /** When the last of their fields was signed; null as long as one is awaited. */
  readonly signedAt: string | null
  /** When they were invited last. */
  readonly invitedAt: string | null
}

/** The later of two instants; ISO 8601 in UTC sorts as text. */
const later = (a: string | null, b: string | null): string | null => (a === null || (b !== null && b > a) ? b : a)

/** Everyone who signs, each once, in the order of their first field. */
export const signerLines = (signers: readonly Signer[]): SignerLine[] => {
  const people = new Map<string, Signer[]>()
  for (const signer of signers) {
    // Who states a name is not whom the owner named.
    const key = `${signer.by_public_link ?? false} ${signer.name.trim().toLocaleLowerCase('es-CR')}`
    people.set(key, [...(people.get(key) ?? []), signer])
  }
  return [...people.values()].flatMap((fields) => {
    const [first] = fields
    if (!first) return []
    const signed = fields.filter(({ signed_at }) => signed_at !== null).length
    return {
      fieldId: first.field_id,
      name: first.name.trim(),
      byPublicLink: first.by_public_link ?? false,
      fields: fields.length,
      signed,
      signedAt: signed === fields.length ? fields.map(({ signed_at }) => signed_at).reduce(later) : null,
      invitedAt: fields.map(({ invited_at }) => invited_at).reduce(later),
    }
  })
}

/** The lines that a card has room for, and the others. A line that says '+1 más' would take the room of the one. */
export const atAGlance = (
  lines: readonly SignerLine[],
  max = SIGNER_LINES_MAX,
): { readonly shown: readonly SignerLine[]; readonly others: readonly SignerLine[] } => {
  const room = lines.length <= max + 1 ? lines.length : max
  return { shown: lines.slice(0, room), others: lines.slice(room) }
}
