import { type FormValue, formValuesText } from 'shared/contract/form-fields'
import { hashHex } from 'shared/server'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import type { GuestActor } from '../../platform/http/actor.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { invitationsOfSigner } from '../access/signer-invitations.ts'
import type { StoredField } from '../access/view-field.ts'
import { formRowsOf } from '../form-fields/find-form-fields.ts'
import { unsignedForm } from '../form-filling/fill-form.ts'

/** Of one document of the act. */
export interface FormOfAct {
  readonly actor: GuestActor
  /** That the act signs; the first one is the actor's. */
  readonly fields: readonly [StoredField, ...StoredField[]]
  /** Of `formValuesText`; undefined if the page showed no form. */
  readonly sha256: string | undefined
}

/**
 * Values for the fields of the act. They come from the person's saved drafts, never from the request, and only if they
 * are those that the page showed: its hash covers all fields of the person in the document. A draft is stored by the
 * invitation that was opened, so the person may have one for each invitation.
 *
 * @param now milliseconds since the epoch
 * @throws ApiError SENDING_DIFFERS
 */
export const shownValues = async (
  db: ApiDatabase,
  { actor, fields: [first, ...others], sha256 }: FormOfAct,
  now: number,
): Promise<FormValue[]> => {
  const hasForm = (await formRowsOf(db, first.document_id)).length > 0
  if (!hasForm && sha256 === undefined) return []
  const own = await invitationsOfSigner(db, first, now)
  const signed = new Set([first, ...others].map(({ id }) => id))
  for (const invitationId of new Set(own.map(({ invitation }) => invitation.id))) {
    const source = { ...actor.source, kind: 'invitation', invitationId } as const
    const filled: FormValue[] = []
    const toSign: FormValue[] = []
    let asked = 0
    for (const { field } of own) {
      const { fields, unsigned } = await unsignedForm(db, { ...actor, source }, field)
      asked += fields.length
      filled.push(...unsigned)
      if (signed.has(field.id)) toSign.push(...unsigned)
    }
    const found = asked === 0 ? undefined : hashHex(formValuesText(filled))
    if (found === sha256) return toSign
  }
  throw new ApiError('SENDING_DIFFERS')
}
