import {
  applyTagsCall,
  archiveFilesCall,
  deleteTagCall,
  listTagsCall,
  renameTagCall,
  type TagChange,
} from 'shared/contract/tags'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import type { OwnerActor } from '../../platform/http/actor.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { rateLimits } from '../../platform/http/limits.ts'
import { addRoute, byApiClient, type RouteServices } from '../../platform/http/route.ts'
import type { ApiServices } from '../../platform/services.ts'
import { deleteTag, listTags, renameTag } from './account-tags.ts'
import { applyTags } from './apply-tags.ts'
import { archiveDocuments } from './archive-documents.ts'

const readable = byApiClient('documents:read')
const writable = byApiClient('documents:write')

type FilingServices = Pick<ApiServices, 'db' | 'clock' | 'locks' | 'documentEvents'>

/** Changes of one account follow each other: otherwise two calls could both create the hundredth tag. */
const alone = <Result>(
  { db, locks }: FilingServices,
  userId: number,
  work: (transaction: ApiDatabase) => Promise<Result>,
): Promise<Result> => locks.run(userId, () => db.transaction().execute(work))

const publishChanges = ({ documentEvents }: FilingServices, userId: number, ids: readonly number[]): void => {
  for (const document_id of ids) documentEvents.publish(userId, { kind: 'changed', document_id })
}

/** A scope that reads and changes documents tells nothing about templates. */
const checkTemplates = (actor: OwnerActor, { templates }: TagChange): void => {
  if (actor.kind === 'session' || templates.length === 0 || actor.scopes.includes('templates:use')) return
  throw new ApiError('FORBIDDEN', {
    message: 'A este token le falta el permiso templates:use. Crea otro que lo tenga.',
  })
}

export const filingRoutes = (api: RouteServices, services: ApiServices): void => {
  const count = (userId: number) => api.limiter.hit(rateLimits.fileDocumentsByAccount, String(userId))

  addRoute(api, listTagsCall, readable, async ({ actor }) => ({ tags: await listTags(services.db, actor.userId) }))

  addRoute(api, applyTagsCall, writable, async ({ actor, body }) => {
    checkTemplates(actor, body)
    await count(actor.userId)
    const { documents, templates } = await alone(services, actor.userId, (transaction) =>
      applyTags(transaction, actor.userId, body),
    )
    publishChanges(services, actor.userId, documents)
    return { success: true, changed: documents.length + templates.length }
  })

  addRoute(api, renameTagCall, writable, async ({ actor: { userId }, params, body: { name } }) => {
    await count(userId)
    return alone(services, userId, (transaction) => renameTag(transaction, { userId, tagId: params.id, name }))
  })

  addRoute(api, deleteTagCall, writable, async ({ actor, params }) => {
    await count(actor.userId)
    await alone(services, actor.userId, (transaction) => deleteTag(transaction, actor.userId, params.id))
    return { success: true }
  })

  addRoute(api, archiveFilesCall, writable, async ({ actor: { userId }, body }) => {
    await count(userId)
    const now = services.clock()
    const ids = await alone(services, userId, (transaction) => archiveDocuments(transaction, { ...body, userId, now }))
    publishChanges(services, userId, ids)
    return { success: true, changed: ids.length }
  })
}
