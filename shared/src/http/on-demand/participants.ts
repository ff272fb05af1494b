import type { BodyOf } from '../../contract/index.ts'
import {
  addParticipantCall,
  changeParticipantCall,
  inviteParticipantCall,
  listParticipantsCall,
  removeParticipantCall,
} from '../../contract/signing/participants.ts'
import {
  approveDocumentCall,
  confirmReadingCall,
  forwardParticipationCall,
  openParticipationCall,
  rejectDocumentCall,
  seenDocumentCall,
  silenceParticipationCall,
} from '../../contract/signing/participation.ts'
import { type Bearer, request } from '../request.ts'

export { copyMoments, participantKinds } from '../../contract/signing/participants.ts'

/** People who take part in a document without a field, for its owner. */
export const participantsApi = {
  list: (fileId: number) => request(listParticipantsCall, { bearer: 'session', params: { id: fileId } }),
  add: (fileId: number, body: BodyOf<typeof addParticipantCall>) =>
    request(addParticipantCall, { bearer: 'session', params: { id: fileId }, body }),
  change: (fileId: number, participantId: number, body: BodyOf<typeof changeParticipantCall>) =>
    request(changeParticipantCall, { bearer: 'session', params: { id: fileId, participantId }, body }),
  remove: (fileId: number, participantId: number) =>
    request(removeParticipantCall, { bearer: 'session', params: { id: fileId, participantId } }),
  invite: (fileId: number, participantId: number, body: BodyOf<typeof inviteParticipantCall>) =>
    request(inviteParticipantCall, { bearer: 'session', params: { id: fileId, participantId }, body }),
}

/** For the person themselves. */
export const participationApi = {
  open: (token: string, signal?: AbortSignal) =>
    request(openParticipationCall, { bearer: 'none', query: { token }, ...(signal ? { signal } : {}) }),
  seen: (participantId: number, bearer: Bearer) =>
    request(seenDocumentCall, { bearer, params: { participantId }, body: {} }),
  approve: (participantId: number, body: BodyOf<typeof approveDocumentCall>, bearer: Bearer) =>
    request(approveDocumentCall, { bearer, params: { participantId }, body }),
  reject: (participantId: number, reason: string, bearer: Bearer) =>
    request(rejectDocumentCall, { bearer, params: { participantId }, body: { reason } }),
  confirmReading: (participantId: number, body: BodyOf<typeof confirmReadingCall>, bearer: Bearer) =>
    request(confirmReadingCall, { bearer, params: { participantId }, body }),
  forward: (participantId: number, body: BodyOf<typeof forwardParticipationCall>, bearer: Bearer) =>
    request(forwardParticipationCall, { bearer, params: { participantId }, body }),
  silenceReminders: (participantId: number, silenced: boolean, bearer: Bearer) =>
    request(silenceParticipationCall, { bearer, params: { participantId }, body: { silenced } }),
}
