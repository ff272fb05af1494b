import { type BodyOf, PDF_MIME_TYPE } from '../../contract/index.ts'
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
} from '../../contract/signing/templates.ts'
import { openStream, readBlob } from '../open-stream.ts'
import { request } from '../request.ts'

export {
  ChangeTemplateSchema,
  type FormColumn,
  ROLE_NAME_MAX_LENGTH,
  type RoleKind,
  RoleNameSchema,
  roleEmail,
  roleNameKey,
  TEMPLATE_NAME_MAX_LENGTH,
  type Template,
  type TemplateChange,
  type TemplateDraft,
  TemplateNameSchema,
  type TemplateRole,
  type TemplateSummary,
  type UseTemplate,
  UseTemplateSchema,
} from '../../contract/signing/templates.ts'

const bearer = 'session'
const withSignal = (signal: AbortSignal | undefined) => (signal ? { signal } : {})

export const templatesApi = {
  list: (signal?: AbortSignal) => request(listTemplatesCall, { bearer, ...withSignal(signal) }),
  get: (id: number, signal?: AbortSignal) =>
    request(getTemplateCall, { bearer, params: { id }, ...withSignal(signal) }),
  /** For releases of mf_documents up to 0.2.0, which draw it. */
  file: async (id: number, signal?: AbortSignal): Promise<Blob> =>
    readBlob(
      await openStream(templateFileCall, { bearer, params: { id }, accept: PDF_MIME_TYPE, ...withSignal(signal) }),
    ),
  draft: (documentId: number, signal?: AbortSignal) =>
    request(templateDraftCall, { bearer, params: { id: documentId }, ...withSignal(signal) }),
  create: (body: BodyOf<typeof createTemplateCall>) => request(createTemplateCall, { bearer, body }),
  saveVersion: (id: number, body: BodyOf<typeof saveTemplateVersionCall>) =>
    request(saveTemplateVersionCall, { bearer, params: { id }, body }),
  change: (id: number, body: BodyOf<typeof changeTemplateCall>) =>
    request(changeTemplateCall, { bearer, params: { id }, body }),
  editFields: (id: number) => request(editTemplateFieldsCall, { bearer, params: { id }, body: {} }),
  duplicate: (id: number) => request(duplicateTemplateCall, { bearer, params: { id }, body: {} }),
  delete: (id: number) => request(deleteTemplateCall, { bearer, params: { id } }),
  use: (id: number, body: BodyOf<typeof useTemplateCall>) => request(useTemplateCall, { bearer, params: { id }, body }),
  send: (documentId: number) => request(sendTemplateDocumentCall, { bearer, params: { id: documentId }, body: {} }),
}
