import type { OwnerActor } from '../../platform/http/actor.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { StoredDocument } from './document-access.ts'

/**
 * An invited person reads the document. So a program that may not
 * read opens only documents that it brought itself.
 * @throws ApiError FORBIDDEN
 */
export const checkMayInvite = (actor: OwnerActor, document: Pick<StoredDocument, 'created_by_token'>): void => {
  if (actor.kind === 'session' || actor.scopes.includes('documents:read')) return
  if (document.created_by_token === actor.tokenId) return
  throw new ApiError('FORBIDDEN', {
    message:
      'A este token le falta el permiso documents:read para invitar a documentos que no creó. Crea otro que lo tenga.',
  })
}
