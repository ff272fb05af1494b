import {
  BULK_FILE_MAX,
  bulkResultCall,
  changeBulkJobCall,
  createBulkJobCall,
  getBulkJobCall,
  listBulkJobsCall,
  previewBulkCall,
} from 'shared/contract/bulk'
import { tokenOf } from '../../platform/http/actor.ts'
import { contentDisposition } from '../../platform/http/content-disposition.ts'
import { rateLimits } from '../../platform/http/limits.ts'
import { addRoute, byApiClient, type RouteServices, rawRoute } from '../../platform/http/route.ts'
import type { ApiServices } from '../../platform/services.ts'
import { changeBulkJob } from './change-bulk-job.ts'
import { createBulkJob } from './create-bulk-job.ts'
import { previewBulk } from './preview-bulk.ts'
import { resultCsv } from './result-csv.ts'
import { listJobs, viewJob } from './view-job.ts'

const usable = byApiClient('templates:use')
const uploading = { ...usable, bodyLimit: Math.ceil((BULK_FILE_MAX * 4) / 3) + 64_000 } as const

const startingRoutes = (api: RouteServices, services: ApiServices): void => {
  addRoute(api, previewBulkCall, uploading, async ({ actor: { userId }, params, body }) => {
    await api.limiter.hit(rateLimits.previewBulkByAccount, String(userId))
    return previewBulk(services, { userId, templateId: params.id, ...body })
  })

  addRoute(api, createBulkJobCall, uploading, async ({ actor, params, body, reply }) => {
    await api.limiter.hit(rateLimits.createBulkByAccount, String(actor.userId))
    const programId = tokenOf(actor) ?? null
    const job = await createBulkJob(services, { userId: actor.userId, templateId: params.id, programId, body })
    reply.code(201)
    return job
  })
}

export const bulkRoutes = (api: RouteServices, services: ApiServices): void => {
  const { db } = services
  startingRoutes(api, services)

  addRoute(api, listBulkJobsCall, usable, async ({ actor }) => ({ jobs: await listJobs(db, actor.userId) }))

  addRoute(api, getBulkJobCall, usable, ({ actor, params }) => viewJob(db, actor.userId, params.id))

  addRoute(api, changeBulkJobCall, usable, ({ actor, params, body }) =>
    changeBulkJob(services, {
      userId: actor.userId,
      jobId: params.id,
      programId: tokenOf(actor) ?? null,
      action: body.action,
    }),
  )

  rawRoute(api, bulkResultCall, usable, async ({ actor, params, reply }) => {
    const csv = await resultCsv(db, actor.userId, params.id)
    return reply
      .headers({
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': contentDisposition('resultado.csv'),
      })
      .send(csv)
  })
}
