import { parseId } from 'shared/contract'

/** What the address of a guest's page says; parsed, so that the rest can trust it. */
export type GuestAddress =
  | { readonly kind: 'invalid' }
  | {
      readonly kind: 'valid'
      readonly documentId: number
      readonly documentName: string
      readonly token: string | undefined
      readonly fieldId: number | undefined
    }

export type ValidAddress = Extract<GuestAddress, { kind: 'valid' }>

/** Longest invitation token that is worth a call, in characters. */
const TOKEN_MAX_LENGTH = 512

/** A field that is named must be one; undefined and null name none. */
const fieldOf = (text: string | null | undefined): number | undefined | 'invalid' =>
  text ? (parseId(text) ?? 'invalid') : undefined

/** Reads /sign/{documentId}/{documentName}?token&fieldId and /sign/field/{documentId}/{documentName}/{fieldId}. */
export const parseGuestAddress = (
  params: Readonly<Record<string, string | undefined>>,
  search: URLSearchParams,
): GuestAddress => {
  const documentId = parseId(params.documentId)
  const documentName = params.documentName?.trim()
  const fieldId = fieldOf(params.fieldId ?? search.get('fieldId'))
  const token = search.get('token') || undefined
  if (documentId === undefined || !documentName || fieldId === 'invalid') return { kind: 'invalid' }
  if (token !== undefined && token.length > TOKEN_MAX_LENGTH) return { kind: 'invalid' }
  return { kind: 'valid', documentId, documentName, token, fieldId }
}
