import { IdParamSchema } from 'shared/contract'
import * as v from 'valibot'

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

const AddressSchema = v.object({
  documentId: IdParamSchema,
  documentName: v.pipe(v.string(), v.trim(), v.nonEmpty()),
  token: v.optional(v.pipe(v.string(), v.maxLength(512))),
  fieldId: v.optional(IdParamSchema),
})

const given = (value: string | null | undefined): string | undefined => (value ? value : undefined)

/** Reads /sign/{documentId}/{documentName}?token&fieldId and /sign/field/{documentId}/{documentName}/{fieldId}. */
export const parseGuestAddress = (
  params: Readonly<Record<string, string | undefined>>,
  search: URLSearchParams,
): GuestAddress => {
  const parsed = v.safeParse(AddressSchema, {
    documentId: params.documentId,
    documentName: params.documentName,
    token: given(search.get('token')),
    fieldId: given(params.fieldId) ?? given(search.get('fieldId')),
  })
  if (!parsed.success) return { kind: 'invalid' }
  const { documentId, documentName, token, fieldId } = parsed.output
  return { kind: 'valid', documentId, documentName, token, fieldId }
}
