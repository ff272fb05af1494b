import { PDF_MIME_TYPE } from 'shared/contract'
import {
  changeTemplateCall,
  createTemplateCall,
  deleteTemplateCall,
  duplicateTemplateCall,
  editTemplateFieldsCall,
  getTemplateCall,
  listTemplatesCall,
  saveTemplateVersionCall,
  sendTemplateDocumentCall,
  templateDraftCall,
  templateFileCall,
  useTemplateCall,
} from 'shared/contract/templates'
import { tokenOf } from '../../platform/http/actor.ts'
import { contentDisposition } from '../../platform/http/content-disposition.ts'
import { rateLimits } from '../../platform/http/limits.ts'
import { addRoute, byApiClient, bySession, type RouteServices, rawRoute } from '../../platform/http/route.ts'
import { FILE_POLICY } from '../../platform/http/security-headers.ts'
import type { ApiServices } from '../../platform/services.ts'
import { cleanFilename } from '../uploads/clean-filename.ts'
import { changeTemplate, deleteTemplate, duplicateTemplate } from './change-template.ts'
import { createFromTemplate } from './create-from-template.ts'
import { draftTemplate } from './draft-together.ts'
import { editTemplateFields } from './edit-fields.ts'
import { ownTemplate } from './find-template.ts'
import { listTemplates } from './list-templates.ts'
import { createTemplate, saveTemplateVersion } from './save-template.ts'
import { sendTemplateDocument } from './send-document.ts'
import { viewTemplate } from './view-template.ts'

const usable = byApiClient('templates:use')

const readingRoutes = (api: RouteServices, services: ApiServices): void => {
  const { db, blobs } = services

  addRoute(api, listTemplatesCall, usable, async ({ actor }) => ({ templates: await listTemplates(db, actor.userId) }))

  addRoute(api, getTemplateCall, usable, async ({ actor, params }) =>
    viewTemplate(db, await ownTemplate(db, actor.userId, params.id)),
  )

  rawRoute(api, templateFileCall, usable, async ({ actor, params, reply }) => {
    const { template, newest } = await ownTemplate(db, actor.userId, params.id)
    const body = await blobs.stream(newest.sha256, newest.size)
    return reply
      .headers({
        'content-type': PDF_MIME_TYPE,
        'content-length': String(newest.size),
        'content-disposition': contentDisposition(cleanFilename(template.name)),
        'content-security-policy': FILE_POLICY,
      })
      .send(body)
  })
}

const editingRoutes = (api: RouteServices, services: ApiServices): void => {
  const count = (userId: number) => api.limiter.hit(rateLimits.saveTemplateByAccount, String(userId))

  addRoute(api, templateDraftCall, bySession, async ({ actor, params }) => {
    await count(actor.userId)
    return draftTemplate(services, actor.userId, params.id)
  })

  addRoute(api, editTemplateFieldsCall, bySession, async ({ actor, params }) => {
    await count(actor.userId)
    return editTemplateFields(services, actor.userId, params.id)
  })

  addRoute(api, createTemplateCall, bySession, async ({ actor, body, reply }) => {
    await count(actor.userId)
    const created = await createTemplate(services, actor.userId, body)
    reply.code(201)
    return created
  })

  addRoute(api, saveTemplateVersionCall, bySession, async ({ actor, params, body }) => {
    await count(actor.userId)
    return saveTemplateVersion(services, { userId: actor.userId, templateId: params.id, body })
  })

  addRoute(api, changeTemplateCall, bySession, async ({ actor, params, body }) => {
    await count(actor.userId)
    return changeTemplate(services, actor.userId, params.id, body)
  })

  addRoute(api, duplicateTemplateCall, bySession, async ({ actor, params, reply }) => {
    await count(actor.userId)
    const created = await duplicateTemplate(services, actor.userId, params.id)
    reply.code(201)
    return created
  })

  addRoute(api, deleteTemplateCall, bySession, async ({ actor, params }) => {
    await deleteTemplate(services, actor.userId, params.id)
    return { success: true }
  })
}

const usingRoutes = (api: RouteServices, services: ApiServices): void => {
  addRoute(api, useTemplateCall, usable, async ({ actor, params, body, reply }) => {
    await api.limiter.hit(rateLimits.uploadByAccount, String(actor.userId))
    const created = await createFromTemplate(services, {
      userId: actor.userId,
      createdByToken: tokenOf(actor),
      templateId: params.id,
      request: body,
    })
    reply.code(201)
    return created
  })

  addRoute(api, sendTemplateDocumentCall, usable, async ({ actor, params }) => {
    const count = async () => {
      await api.limiter.hit(rateLimits.sendInvitationByAccount, String(actor.userId))
    }
    return sendTemplateDocument(services, actor, { documentId: params.id, count })
  })
}

export const templateRoutes = (api: RouteServices, services: ApiServices): void => {
  readingRoutes(api, services)
  editingRoutes(api, services)
  usingRoutes(api, services)
}
