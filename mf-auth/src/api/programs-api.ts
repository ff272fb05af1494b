import type { BodyOf } from 'shared/contract'
import {
  createProgramClientCall,
  createProgramTokenCall,
  deleteProgramClientCall,
  deleteProgramTokenCall,
  listProgramClientsCall,
  listProgramTokensCall,
  rotateProgramClientCall,
} from 'shared/contract/accounts'
import { request } from 'shared/http'

const bearer = 'session'

export const programsApi = {
  tokens: () => request(listProgramTokensCall, { bearer }),
  createToken: (body: BodyOf<typeof createProgramTokenCall>) => request(createProgramTokenCall, { bearer, body }),
  revokeToken: (tokenId: number) => request(deleteProgramTokenCall, { bearer, params: { tokenId } }),
  clients: () => request(listProgramClientsCall, { bearer }),
  createClient: (body: BodyOf<typeof createProgramClientCall>) => request(createProgramClientCall, { bearer, body }),
  rotateSecret: (clientId: number, proof: string) =>
    request(rotateProgramClientCall, { bearer, params: { clientId }, body: { proof } }),
  revokeClient: (clientId: number) => request(deleteProgramClientCall, { bearer, params: { clientId } }),
}
