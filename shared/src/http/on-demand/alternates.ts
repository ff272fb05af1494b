import type { BodyOf } from '../../contract/index.ts'
import {
  addAlternateCall,
  inviteAlternateCall,
  listAlternatesCall,
  removeAlternateCall,
} from '../../contract/signing/alternates.ts'
import { request } from '../request.ts'

export { PEOPLE_PER_FIELD_MAX } from '../../contract/signing/alternates.ts'

/** People who may sign a field in the place of its signer, for the owner. */
export const alternatesApi = {
  list: (fileId: number) => request(listAlternatesCall, { bearer: 'session', params: { id: fileId } }),
  add: (fileId: number, body: BodyOf<typeof addAlternateCall>) =>
    request(addAlternateCall, { bearer: 'session', params: { id: fileId }, body }),
  remove: (fileId: number, alternateId: number) =>
    request(removeAlternateCall, { bearer: 'session', params: { id: fileId, alternateId } }),
  invite: (fileId: number, alternateId: number, body: BodyOf<typeof inviteAlternateCall>) =>
    request(inviteAlternateCall, { bearer: 'session', params: { id: fileId, alternateId }, body }),
}
