import {
  createProgramClientCall,
  createProgramTokenCall,
  type NewProgramToken,
  programScopes,
} from 'shared/contract/accounts'
import { prove } from './security.ts'
import { succeed, type TestServer } from './test-server.ts'

export const createApiClient = async (server: TestServer, bearer: string, input: Partial<NewProgramToken> = {}) =>
  succeed(server, createProgramTokenCall, {
    bearer,
    body: {
      name: 'Contabilidad',
      scopes: [...programScopes],
      days: 30,
      ...input,
      proof: await prove(server, bearer),
    },
  })

export const createClient = async (server: TestServer, bearer: string, input: Partial<NewProgramToken> = {}) =>
  succeed(server, createProgramClientCall, {
    bearer,
    body: { name: 'ERP', scopes: [...programScopes], days: 30, ...input, proof: await prove(server, bearer) },
  })
