import type { BodyOf } from 'shared/contract'
import {
  cancelEmailChangeCall,
  changeEmailCall,
  changePasswordCall,
  confirmEmailCall,
  endOtherSessionsCall,
  endSessionCall,
  listSessionsCall,
  proveIdentityCall,
  requestEmailConfirmationCall,
  securityLogCall,
  securityStateCall,
  undoEmailChangeCall,
} from 'shared/contract/accounts'
import { request } from 'shared/http'

const bearer = 'session'

export const securityApi = {
  state: () => request(securityStateCall, { bearer }),
  sessions: () => request(listSessionsCall, { bearer }),
  log: () => request(securityLogCall, { bearer }),
  prove: (password: string) => request(proveIdentityCall, { bearer, body: { password } }),
  changePassword: (body: BodyOf<typeof changePasswordCall>) => request(changePasswordCall, { bearer, body }),
  changeEmail: (body: BodyOf<typeof changeEmailCall>) => request(changeEmailCall, { bearer, body }),
  cancelEmailChange: () => request(cancelEmailChangeCall, { bearer }),
  requestEmailConfirmation: () => request(requestEmailConfirmationCall, { bearer }),
  endSession: (sessionId: number) => request(endSessionCall, { bearer, params: { sessionId } }),
  endOtherSessions: () => request(endOtherSessionsCall, { bearer }),
  confirmEmail: (token: string) => request(confirmEmailCall, { bearer: 'none', body: { token } }),
  undoEmailChange: (token: string) => request(undoEmailChangeCall, { bearer: 'none', body: { token } }),
}
