import type { BodyOf, CreateField } from '../contract/index.ts'
import {
  createFieldCall,
  deleteFieldCall,
  digitalSignCall,
  getFieldCall,
  listFieldsCall,
  listInvitationsCall,
  revokeInvitationCall,
  sendInvitationCall,
  validateInvitationCall,
} from '../contract/index.ts'
import type { Bearer } from './request.ts'
import { request } from './request.ts'

export const fieldsApi = {
  list: (fileId: number) =>
    request(listFieldsCall, {
      bearer: 'session',
      query: { user_file_id: fileId },
    }),
  get: (id: number, bearer: Bearer) => request(getFieldCall, { bearer, params: { id } }),
  create: (body: CreateField) => request(createFieldCall, { bearer: 'session', body }),
  delete: (id: number) => request(deleteFieldCall, { bearer: 'session', params: { id } }),
}

export const invitationsApi = {
  send: (fileId: number, body: BodyOf<typeof sendInvitationCall>) =>
    request(sendInvitationCall, {
      bearer: 'session',
      params: { id: fileId },
      body,
    }),
  list: (fileId: number) => request(listInvitationsCall, { bearer: 'session', params: { id: fileId } }),
  revoke: (fileId: number, invitationId: number) =>
    request(revokeInvitationCall, { bearer: 'session', params: { id: fileId, invitationId } }),
  validate: (token: string, signal?: AbortSignal) =>
    request(validateInvitationCall, {
      bearer: 'none',
      query: { token },
      ...(signal ? { signal } : {}),
    }),
}

export const signingApi = {
  sign: (fieldId: number, body: BodyOf<typeof digitalSignCall>, bearer: Bearer, signal?: AbortSignal) =>
    request(digitalSignCall, {
      bearer,
      params: { fieldId },
      body,
      ...(signal ? { signal } : {}),
    }),
}
