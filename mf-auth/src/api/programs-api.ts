import type { BodyOf } from 'shared/contract'
import { createProgramTokenCall, deleteProgramTokenCall, listProgramTokensCall } from 'shared/contract/accounts'
import { request } from 'shared/http'

const bearer = 'session'

export const programsApi = {
  tokens: () => request(listProgramTokensCall, { bearer }),
  createToken: (body: BodyOf<typeof createProgramTokenCall>) => request(createProgramTokenCall, { bearer, body }),
  revokeToken: (tokenId: number) => request(deleteProgramTokenCall, { bearer, params: { tokenId } }),
}
