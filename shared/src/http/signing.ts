import type { BodyOf, CreateField } from '../contract/index.ts'
import {
  answerProposalCall,
  cancelDocumentCall,
  completeSignatureCall,
  createFieldCall,
  declineInvitationCall,
  deleteFieldCall,
  digitalSignCall,
  forwardInvitationCall,
  getFieldCall,
  lapsedInvitationCall,
  linkCodeCall,
  listFieldsCall,
  listInvitationsCall,
  prepareSignatureCall,
  remindCall,
  renewInvitationCall,
  revokeInvitationCall,
  seenInvitationCall,
  sendInvitationCall,
  signingAgentCall,
  silenceRemindersCall,
  startAgentSessionCall,
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
  lapsed: (token: string, signal?: AbortSignal) =>
    request(lapsedInvitationCall, { bearer: 'none', query: { token }, ...(signal ? { signal } : {}) }),
  renew: (token: string) => request(renewInvitationCall, { bearer: 'none', body: { token } }),
  remind: (fileId: number, invitationId: number) =>
    request(remindCall, { bearer: 'session', params: { id: fileId, invitationId }, body: {} }),
  answerProposal: (fileId: number, invitationId: number, accepted: boolean) =>
    request(answerProposalCall, { bearer: 'session', params: { id: fileId, invitationId }, body: { accepted } }),
  cancelDocument: (fileId: number, reason: string) =>
    request(cancelDocumentCall, { bearer: 'session', params: { id: fileId }, body: { reason } }),
}

export const guestApi = {
  seen: (fieldId: number, bearer: Bearer) => request(seenInvitationCall, { bearer, params: { fieldId }, body: {} }),
  decline: (fieldId: number, reason: string, bearer: Bearer) =>
    request(declineInvitationCall, { bearer, params: { fieldId }, body: { reason } }),
  forward: (fieldId: number, body: BodyOf<typeof forwardInvitationCall>, bearer: Bearer) =>
    request(forwardInvitationCall, { bearer, params: { fieldId }, body }),
  silenceReminders: (fieldId: number, silenced: boolean, bearer: Bearer) =>
    request(silenceRemindersCall, { bearer, params: { fieldId }, body: { silenced } }),
}

export const agentApi = {
  get: (signal?: AbortSignal) => request(signingAgentCall, { bearer: 'none', ...(signal ? { signal } : {}) }),
  startSession: (body: BodyOf<typeof startAgentSessionCall>, signal?: AbortSignal) =>
    request(startAgentSessionCall, { bearer: 'none', body, ...(signal ? { signal } : {}) }),
  mailCode: (body: BodyOf<typeof linkCodeCall>) => request(linkCodeCall, { bearer: 'none', body }),
}

export const signingApi = {
  sign: (fieldId: number, body: BodyOf<typeof digitalSignCall>, bearer: Bearer, signal?: AbortSignal) =>
    request(digitalSignCall, {
      bearer,
      params: { fieldId },
      body,
      ...(signal ? { signal } : {}),
    }),
  prepare: (fieldId: number, body: BodyOf<typeof prepareSignatureCall>, bearer: Bearer, signal?: AbortSignal) =>
    request(prepareSignatureCall, { bearer, params: { fieldId }, body, ...(signal ? { signal } : {}) }),
  complete: (fieldId: number, body: BodyOf<typeof completeSignatureCall>, bearer: Bearer, signal?: AbortSignal) =>
    request(completeSignatureCall, { bearer, params: { fieldId }, body, ...(signal ? { signal } : {}) }),
}
