import { changeEmailCall, emailLinks, proveIdentityCall } from 'shared/contract/accounts'
import { PASSWORD } from './people.ts'
import { succeed, type TestServer } from './test-server.ts'

export const prove = async (server: TestServer, bearer: string, password = PASSWORD): Promise<string> =>
  (await succeed(server, proveIdentityCall, { bearer, body: { password } })).proof

const tokenOfMail = async (server: TestServer, address: string, page: string): Promise<string> => {
  const mails = await server.services.db
    .selectFrom('outbox')
    .select('text_body')
    .where('to_address', '=', address)
    .orderBy('created_at', 'desc')
    .execute()
  for (const { text_body } of mails) {
    const token = text_body.split(`https://trazo.example${page}`)[1]?.match(/^[\w-]{43}/)?.[0]
    if (token !== undefined) return token
  }
  throw new Error(`no mail to ${address} has a link to ${page}`)
}

export const confirmToken = (server: TestServer, address: string) =>
  tokenOfMail(server, address, emailLinks.confirm(''))

export const addressToken = (server: TestServer, address: string) => tokenOfMail(server, address, emailLinks.add(''))

export const undoToken = (server: TestServer, address: string) => tokenOfMail(server, address, emailLinks.undo(''))

export const askEmailChange = async (server: TestServer, bearer: string, email: string) =>
  succeed(server, changeEmailCall, { bearer, body: { email, proof: await prove(server, bearer) } })
