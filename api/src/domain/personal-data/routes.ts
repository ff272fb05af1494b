import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import {
  ARCHIVE_MIME_TYPE,
  deleteAccountCall,
  EXPORT_SIZE_HEADER,
  exportAccountCall,
  privacyCall,
  signerCopyCall,
  signerDataCall,
  signerRemovalCall,
  storageUseCall,
} from 'shared/contract/accounts'
import { DAY_MS } from '../../platform/clock.ts'
import { contentDisposition } from '../../platform/http/content-disposition.ts'
import { rateLimits } from '../../platform/http/limits.ts'
import { addRoute, byAnyone, bySession, type RouteServices, rawRoute } from '../../platform/http/route.ts'
import { FILE_POLICY } from '../../platform/http/security-headers.ts'
import type { ApiServices } from '../../platform/services.ts'
import { readStorageUse } from '../documents/storage-use.ts'
import { exportAccount } from './archive/export-account.ts'
import { deleteAccount } from './delete-account.ts'
import { copyForSigner } from './signers/copy-for-signer.ts'
import { readSigner } from './signers/find-signer.ts'
import { removeSigner } from './signers/remove-signer.ts'

const sendArchive = (reply: FastifyReply, filename: string, stream: Readable): FastifyReply =>
  reply
    .headers({
      'content-type': ARCHIVE_MIME_TYPE,
      'cache-control': 'private, no-store',
      'content-disposition': contentDisposition(filename),
      'content-security-policy': FILE_POLICY,
    })
    .send(stream)

const accountRoutes = (api: RouteServices, services: ApiServices): void => {
  rawRoute(api, exportAccountCall, bySession, async ({ actor, body, reply }) => {
    await api.limiter.hit(rateLimits.exportByAccount, String(actor.userId))
    const { userId, sessionId } = actor
    const { stream, size } = await exportAccount(services, { userId, sessionId, proof: body.proof })
    return sendArchive(reply.header(EXPORT_SIZE_HEADER, size), 'Mis datos de Trazo.zip', stream)
  })
  addRoute(api, deleteAccountCall, bySession, async ({ actor, body }) => {
    await api.limiter.hit(rateLimits.deleteAccountByAccount, String(actor.userId))
    const { userId, sessionId } = actor
    return deleteAccount(services, { userId, sessionId, ...body })
  })
}

const storageUseRoute = (api: RouteServices, services: ApiServices): void =>
  addRoute(api, storageUseCall, bySession, async ({ actor }) => ({
    ...(await readStorageUse(services.db, actor.userId)),
    quota: services.quota,
  }))

const signerRoutes = (api: RouteServices, services: ApiServices): void => {
  addRoute(api, signerDataCall, byAnyone(rateLimits.invitationByAddress), async ({ body }) =>
    readSigner(services, body.token),
  )
  rawRoute(api, signerCopyCall, byAnyone(rateLimits.signerCopyByAddress), async ({ body, reply }) =>
    sendArchive(reply, 'Mis datos como firmante.zip', await copyForSigner(services, body.token)),
  )
  addRoute(api, signerRemovalCall, byAnyone(rateLimits.signerRemovalByAddress), async ({ body }) =>
    removeSigner(services, body.token),
  )
}

export const personalDataRoutes = (api: RouteServices, services: ApiServices): void => {
  accountRoutes(api, services)
  storageUseRoute(api, services)
  signerRoutes(api, services)
  addRoute(api, privacyCall, byAnyone(rateLimits.privacyByAddress), async () => ({
    retention_days: services.retention / DAY_MS,
  }))
}
