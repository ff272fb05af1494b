import type { ReplyOf } from 'shared/contract'
import {
  type FormField,
  type FormValue,
  FormValueSchema,
  formValueProblem,
  type readFormCall,
  type saveFormDraftCall,
} from 'shared/contract/form-fields'
import * as v from 'valibot'
import { toInstant } from '../../platform/clock.ts'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import type { GuestActor, RequestActor, SessionActor } from '../../platform/http/actor.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { ApiServices } from '../../platform/services.ts'
import { findOpenField } from '../access/check-open-field.ts'
import { otherFieldsOf } from '../access/other-fields.ts'
import type { StoredField } from '../access/view-field.ts'
import { requesterName } from '../audit/actor-name.ts'
import { draftValues, findDraft, keepDraft, PREFILLED } from '../documents/form-drafts.ts'
import { ownValues } from '../form-fields/check-values.ts'
import { formFieldsOfSigner, formRowsOf } from '../form-fields/find-form-fields.ts'
import { authoriseSigner, checkUnsigned } from '../signing/authorise-signing.ts'

type FormDependencies = Pick<ApiServices, 'db' | 'clock' | 'locks'>
type FormActor = SessionActor | GuestActor

/** Swedish dates are ISO dates: `2026-01-31`. */
const costaRica = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Costa_Rica', dateStyle: 'short' })

/** A guest's own field, or another one of the same person, which the same act signs. */
const authoriseFilling = async (
  db: ApiDatabase,
  actor: FormActor,
  fieldId: number,
  now: number,
): Promise<StoredField> => {
  const isInvited = actor.kind === 'guest' && actor.source.kind === 'invitation'
  if (!isInvited || fieldId === actor.fieldId) return authoriseSigner(db, actor, fieldId, now)
  const own = await authoriseSigner(db, actor, actor.fieldId, now)
  const other = (await otherFieldsOf(db, actor, own, now)).find(({ id }) => id === fieldId)
  return other ?? authoriseSigner(db, actor, fieldId, now)
}

const signedValues = async (
  db: ApiDatabase,
  { document_id }: StoredField,
  own: readonly FormField[],
): Promise<FormValue[]> => {
  const signed = new Map((await formRowsOf(db, document_id)).map(({ id, value }) => [id, value]))
  return own.flatMap(({ id }) => {
    const value = signed.get(id) ?? null
    return value === null ? [] : [v.parse(FormValueSchema, { form_field_id: id, value: JSON.parse(value) })]
  })
}

/**
 * Of the sender, for the invited signer and for the sender's own field. Anybody with a public link can open a session
 * of it. Rules may have changed since, so a value against its rule is left out.
 */
const proposedValues = async (
  db: ApiDatabase,
  actor: FormActor,
  field: StoredField,
  own: readonly FormField[],
): Promise<FormValue[]> => {
  if (field.signed_at !== null || (actor.kind === 'guest' && actor.source.kind !== 'invitation')) return []
  const stored = draftValues(await findDraft(db, { fieldId: field.id, requester: PREFILLED }), own)
  return stored.filter(({ form_field_id: id, value }) =>
    own.some((one) => one.id === id && formValueProblem({ ...one, required: false }, value) === undefined),
  )
}

/** Values as the page of this signer shows them before the signature. Checks no permission. */
export const unsignedForm = async (db: ApiDatabase, actor: FormActor, field: StoredField) => {
  const fields = await formFieldsOfSigner(db, field)
  const draft = await findDraft(db, { fieldId: field.id, requester: requesterName(actor) })
  const prefilled = await proposedValues(db, actor, field, fields)
  return { fields, draft, prefilled, unsigned: draft === undefined ? prefilled : draftValues(draft, fields) }
}

type ReadForm = ReplyOf<typeof readFormCall>

const readOwnForm = async ({ db, clock }: FormDependencies, actor: FormActor, fieldId: number): Promise<ReadForm> => {
  const field = await authoriseFilling(db, actor, fieldId, clock())
  const { fields, draft, prefilled, unsigned } = await unsignedForm(db, actor, field)
  return {
    fields,
    values: field.signed_at === null ? unsigned : await signedValues(db, field, fields),
    prefilled,
    draft_saved_at: draft === undefined ? null : toInstant(draft.savedAt),
    today: costaRica.format(clock()),
  }
}

/** A field link fills in before anybody is identified, so it gets fields and never values. */
const readOpenForm = async (
  { db, clock }: FormDependencies,
  fieldId: number,
  staleToken: boolean,
): Promise<ReadForm> => {
  const field = await findOpenField(db, fieldId, clock())
  if (field === undefined) throw new ApiError(staleToken ? 'SESSION_EXPIRED' : 'UNAUTHENTICATED')
  const fields = await formFieldsOfSigner(db, field)
  return { fields, values: [], prefilled: [], draft_saved_at: null, today: costaRica.format(clock()) }
}

/**
 * Programs are refused: values belong to signers.
 *
 * @returns `today` is the date in Costa Rica, for date fields
 */
export const readSignerForm = async (
  services: FormDependencies,
  actor: RequestActor,
  fieldId: number,
): Promise<ReadForm> => {
  switch (actor.kind) {
    case 'participant':
      throw new ApiError('FORBIDDEN')
    case 'session':
    case 'guest':
      return readOwnForm(services, actor, fieldId)
    case 'anonymous':
      return readOpenForm(services, fieldId, actor.staleToken)
    case 'program':
      throw new ApiError('FORBIDDEN')
  }
}

/**
 * Values need not be complete or valid until they are signed.
 *
 * @throws ApiError FIELD_SIGNED, FORM_FIELD_OF_OTHER
 */
export const saveDraft = async (
  { db, clock, locks }: FormDependencies,
  actor: FormActor,
  fieldId: number,
  given: readonly FormValue[],
): Promise<ReplyOf<typeof saveFormDraftCall>> => {
  const { document_id: documentId } = await authoriseFilling(db, actor, fieldId, clock())
  // Signing and revoking remove drafts.
  return locks.run(documentId, async () => {
    const savedAt = clock()
    const field = await authoriseFilling(db, actor, fieldId, savedAt)
    checkUnsigned(field)
    const values = ownValues(await formFieldsOfSigner(db, field), given)
    if (field.has_form === 1)
      await keepDraft(db, { fieldId, requester: requesterName(actor) }, { documentId, values, savedAt })
    return { draft_saved_at: toInstant(savedAt) }
  })
}
