import type { SignatureField } from 'shared/contract'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import type { GuestActor, RequestActor } from '../../platform/http/actor.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { ApiServices } from '../../platform/services.ts'
import { findOpenField } from '../access/check-open-field.ts'
import { findField, visibleField } from '../access/find-field.ts'
import { viewField } from '../access/view-field.ts'

type FieldReadingDependencies = Pick<ApiServices, 'db' | 'clock'>

const openField = async (
  { db, clock }: FieldReadingDependencies,
  fieldId: number,
): Promise<SignatureField | undefined> => {
  const field = await findOpenField(db, fieldId, clock())
  return field && { ...viewField(field), signer_email: '' }
}

/** Public-link guests see no addresses before signing, except their own. */
const fieldOfGuest = async (db: ApiDatabase, actor: GuestActor, fieldId: number): Promise<SignatureField> => {
  const view = viewField(await visibleField(db, actor, fieldId))
  const isOthers = actor.source.kind === 'agent-session' && (await findField(db, fieldId)) !== undefined
  return isOthers && !view.is_signed ? { ...view, signer_email: '' } : view
}

/** Owners and guests read theirs; others, fields open to the public link. */
export const readField = async (
  services: FieldReadingDependencies,
  actor: RequestActor,
  fieldId: number,
): Promise<SignatureField> => {
  if (actor.kind === 'guest') return fieldOfGuest(services.db, actor, fieldId)
  if (actor.kind === 'participant') throw new ApiError('FORBIDDEN')
  if (actor.kind === 'anonymous') {
    const open = await openField(services, fieldId)
    if (open === undefined) throw new ApiError(actor.staleToken ? 'SESSION_EXPIRED' : 'UNAUTHENTICATED')
    return open
  }
  try {
    return viewField(await visibleField(services.db, actor, fieldId))
  } catch (error) {
    const open =
      error instanceof ApiError && error.code === 'NOT_FOUND' ? await openField(services, fieldId) : undefined
    if (open === undefined) throw error
    return open
  }
}
