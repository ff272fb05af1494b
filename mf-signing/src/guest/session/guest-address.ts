import { MAX_LENGTHS, parseId } from 'shared/contract'

export type GuestAddress =
  | { readonly kind: 'invalid' }
  | {
      readonly kind: 'valid'
      readonly documentId: number
      readonly documentName: string
      readonly token: string | undefined
      readonly fieldId: number | undefined
      /** Says that the invitation has no field; the server decides. */
      readonly isWithoutField?: boolean
    }

export type ValidAddress = Extract<GuestAddress, { kind: 'valid' }>

const fieldOf = (text: string | null | undefined): number | undefined | 'invalid' =>
  text ? (parseId(text) ?? 'invalid') : undefined

export const parseGuestAddress = (
  params: Readonly<Record<string, string | undefined>>,
  search: URLSearchParams,
): GuestAddress => {
  const documentId = parseId(params.documentId)
  const documentName = params.documentName?.trim()
  const fieldId = fieldOf(params.fieldId ?? search.get('fieldId'))
  const token = search.get('token') || undefined
  if (documentId === undefined || !documentName || fieldId === 'invalid') return { kind: 'invalid' }
  if (token !== undefined && token.length > MAX_LENGTHS.token) return { kind: 'invalid' }
  const sort = search.has('participantId') ? { isWithoutField: true } : {}
  return { kind: 'valid', documentId, documentName, token, fieldId, ...sort }
}
