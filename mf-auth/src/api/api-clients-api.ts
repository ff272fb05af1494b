import type { BodyOf } from 'shared/contract'
import {
  addEmbeddingOriginCall,
  changeEmbeddingDevelopmentCall,
  createProgramClientCall,
  createProgramTokenCall,
  deleteProgramClientCall,
  deleteProgramTokenCall,
  listEmbeddingOriginsCall,
  listProgramClientsCall,
  listProgramTokensCall,
  readEmbeddingDevelopmentCall,
  removeEmbeddingOriginCall,
  rotateProgramClientCall,
} from 'shared/contract/accounts'
import { request } from 'shared/http'

const bearer = 'session'

export const apiClientsApi = {
  tokens: () => request(listProgramTokensCall, { bearer }),
  createToken: (body: BodyOf<typeof createProgramTokenCall>) => request(createProgramTokenCall, { bearer, body }),
  revokeToken: (tokenId: number) => request(deleteProgramTokenCall, { bearer, params: { tokenId } }),
  clients: () => request(listProgramClientsCall, { bearer }),
  createClient: (body: BodyOf<typeof createProgramClientCall>) => request(createProgramClientCall, { bearer, body }),
  rotateSecret: (clientId: number, proof: string) =>
    request(rotateProgramClientCall, { bearer, params: { clientId }, body: { proof } }),
  origins: () => request(listEmbeddingOriginsCall, { bearer }),
  addOrigin: (body: BodyOf<typeof addEmbeddingOriginCall>) => request(addEmbeddingOriginCall, { bearer, body }),
  removeOrigin: (originId: number) => request(removeEmbeddingOriginCall, { bearer, params: { originId } }),
  development: () => request(readEmbeddingDevelopmentCall, { bearer }),
  changeDevelopment: (body: BodyOf<typeof changeEmbeddingDevelopmentCall>) =>
    request(changeEmbeddingDevelopmentCall, { bearer, body }),
  revokeClient: (clientId: number) => request(deleteProgramClientCall, { bearer, params: { clientId } }),
}
