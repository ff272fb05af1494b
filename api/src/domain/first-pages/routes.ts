import { firstPageCall, KEPT_TIMING, PICTURE_WIDTHS } from 'shared/contract/first-page'
import { rateLimits } from '../../platform/http/limits.ts'
import { addRoute, type RouteServices } from '../../platform/http/route.ts'
import type { ApiServices } from '../../platform/services.ts'
import { readableDocument } from '../access/document-access.ts'
import { invitedReader } from '../access/invited-reader.ts'
import { currentRevision } from '../documents/revisions.ts'
import { awaitsSignature } from './awaits-signature.ts'

/**
 * No entry in the log: the picture comes before any script, so scanners of mails get it as well. A reader
 * downloads the document right after, and that is logged.
 */
export const firstPageRoutes = (api: RouteServices, services: ApiServices): void =>
  addRoute(
    api,
    firstPageCall,
    { access: { kind: 'visitor' }, limitByAddress: rateLimits.downloadByAddress },
    async ({ actor: known, params, query, request, reply }) => {
      const actor = (await invitedReader(services, request.headers.authorization)) ?? known
      const document = await readableDocument(services.db, actor, params.id)
      const { sha256 } = await currentRevision(services.db, params.id)
      const start = performance.now()
      const { picture, isKept, ...page } = await services.firstPages.find({
        sha256,
        page: 1,
        width: PICTURE_WIDTHS[query.device],
      })
      const timing = isKept ? KEPT_TIMING : 'desc=drawn'
      void reply.header('server-timing', `picture;dur=${(performance.now() - start).toFixed(1)};${timing}`)
      void reply.header('cache-control', 'no-store')
      if (picture === undefined) return { page: null }
      const signs = await awaitsSignature(services, actor, document)
      return { page: { ...page, sha256, signs, picture: Buffer.from(picture).toString('base64') } }
    },
  )
