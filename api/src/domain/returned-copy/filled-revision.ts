import type { FormValue } from 'shared/contract/form-fields'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import type { GuestActor, SessionActor } from '../../platform/http/actor.ts'
import type { ApiServices } from '../../platform/services.ts'
import type { StoredField } from '../access/view-field.ts'
import { requesterName } from '../audit/actor-name.ts'
import { draftValues, findDraft } from '../documents/form-drafts.ts'
import { type FilledField, toFill } from '../form-fields/check-values.ts'
import { formFieldsOfSigner } from '../form-fields/find-form-fields.ts'
import { filledBy } from '../signing/sign-field.ts'
import { checkFit, type SignableRevision, signableRevision } from '../signing/write-signature.ts'

/**
 * The signable revision and, for a field with a form, its values: a foreign program writes its own revision, so the
 * values must be there before.
 */
export interface FilledRevision extends SignableRevision {
  readonly filled: readonly FilledField[]
  /** `bytes` and the values. */
  readonly toSign: Uint8Array
}

/** The own program signs the draft's values: its upload has no place for others. */
export const draftedValues = async (
  db: ApiDatabase,
  actor: SessionActor | GuestActor,
  field: StoredField,
): Promise<readonly FormValue[]> => {
  const draft = await findDraft(db, { fieldId: field.id, requester: requesterName(actor) })
  return draftValues(draft, await formFieldsOfSigner(db, field))
}

/** Deterministic. @throws ApiError FORM_… */
export const filledRevision = async (
  services: Pick<ApiServices, 'db' | 'blobs' | 'signer'>,
  field: StoredField,
  values: unknown,
): Promise<FilledRevision> => {
  const { db, signer } = services
  const filled = await filledBy(db, [field], values)
  const revision = await signableRevision(services, field)
  const { bytes, fieldName } = revision
  if (field.has_form === 0) return { ...revision, filled, toSign: bytes }
  await checkFit(signer, bytes, filled)
  return { ...revision, filled, toSign: await signer.fillForm(bytes, fieldName, filled.map(toFill)) }
}
