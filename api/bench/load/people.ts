import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import {
  type Call,
  createFieldCall,
  digitalSignCall,
  downloadFileCall,
  findFilesCall,
  type SignatureField,
  sendInvitationCall,
  type UserFile,
  uploadFileCall,
  validateInvitationCall,
} from 'shared/contract'
import { registerCall } from 'shared/contract/accounts'
import * as v from 'valibot'
import type { ApiDatabase } from '../../src/platform/database/open-database.ts'
import { type ChildServer, fetchCall } from '../../test/support/child-server.ts'
import { drawing, multipart, PASSWORD } from '../../test/support/people.ts'
import { pathOf } from '../../test/support/test-server.ts'
import type { LoadShot } from './fire.ts'

export interface LoadPeople {
  readonly server: ChildServer
  readonly db: ApiDatabase
  readonly bearer: string
}

export interface LoadGuest {
  readonly field: SignatureField
  readonly bearer: string
}

const ATTEMPTS_MAX = 100

export const retryShed = async (make: () => Promise<Response>, onShed?: () => void): Promise<Response> => {
  for (let time = 1; ; time += 1) {
    const answer = await make()
    const seconds = Number(answer.headers.get('retry-after'))
    if (answer.status !== 503 || seconds === 0 || time === ATTEMPTS_MAX) return answer
    await answer.arrayBuffer()
    onShed?.()
    await pause(seconds * 1000 * (1 + Math.random() / 2))
  }
}

const ask = async <C extends Call>(
  server: ChildServer,
  call: C,
  options: Parameters<typeof fetchCall<C>>[2],
): Promise<v.InferOutput<C['reply']>> => {
  const answer = await retryShed(() => fetchCall(server, call, options))
  if (!answer.ok) throw new Error(`${call.name} answered ${answer.status}: ${await answer.text()}`)
  return v.parse(call.reply, await answer.json())
}

export const registerLoadOwner = async (server: ChildServer, db: ApiDatabase): Promise<LoadPeople> => {
  const username = `load-${randomUUID()}`
  const { access_token } = await ask(server, registerCall, {
    body: {
      username,
      first_name: 'Olga',
      last_name: 'Mora',
      email: `${username}@example.com`,
      phone: '+506 8888-8888',
      password: PASSWORD,
      password_confirmation: PASSWORD,
    },
  })
  return { server, db, bearer: access_token }
}

const authorised = (bearer: string) => ({ authorization: `Bearer ${bearer}` })

export const uploadShot = async ({ bearer }: LoadPeople, bytes: Uint8Array): Promise<LoadShot> => {
  const { payload, headers } = await multipart([
    ['file_type_id', '1'],
    ['description', 'Contrato de servicios profesionales'],
    ['file', { bytes, filename: 'Contrato.pdf' }],
  ])
  return { method: 'POST', path: uploadFileCall.path, headers: { ...headers, ...authorised(bearer) }, body: payload }
}

export const listShot = ({ bearer }: LoadPeople): LoadShot => ({
  method: 'GET',
  path: `${findFilesCall.path}?limit=24`,
  headers: authorised(bearer),
})

export const rangeShot = ({ bearer }: LoadPeople, { id }: UserFile): LoadShot => ({
  method: 'GET',
  path: pathOf(downloadFileCall, { id }),
  headers: { ...authorised(bearer), range: 'bytes=65536-131071' },
})

const DRAWING = drawing()

export const signShot = ({ field, bearer }: LoadGuest): LoadShot => ({
  method: 'POST',
  path: pathOf(digitalSignCall, { fieldId: field.id }),
  headers: { ...authorised(bearer), 'content-type': 'application/json' },
  body: JSON.stringify({ field_id: field.id, signature_data: DRAWING, idempotency_key: randomUUID() }),
})

export const fetchShot = (address: string, { method, path, headers, body }: LoadShot): Promise<Response> => {
  if (body === undefined) return fetch(address + path, { method, headers })
  return fetch(address + path, { method, headers, body: typeof body === 'string' ? body : new Uint8Array(body) })
}

export const uploadAsOwner = async (people: LoadPeople, bytes: Uint8Array): Promise<UserFile> => {
  const shot = await uploadShot(people, bytes)
  const answer = await retryShed(() => fetchShot(people.server.address, shot))
  if (!answer.ok) throw new Error(`the upload was answered with ${answer.status}: ${await answer.text()}`)
  return v.parse(uploadFileCall.reply, await answer.json())
}

/** Each address has one token. */
const tokenOf = async ({ db }: LoadPeople, address: string): Promise<string> => {
  const { text_body } = await db
    .selectFrom('outbox')
    .select('text_body')
    .where('kind', '=', 'invitation')
    .where('to_key', '=', address)
    .executeTakeFirstOrThrow()
  return /[?&]token=([\w-]{43})/.exec(text_body)?.[1] ?? ''
}

export const inviteGuest = async (people: LoadPeople, document: UserFile): Promise<LoadGuest> => {
  const { server, bearer } = people
  const address = `${randomUUID()}@example.com`
  const field = await ask(server, createFieldCall, {
    bearer,
    body: {
      field_id: randomUUID(),
      field_type: 'SECONDARY',
      signer_name: 'Ana Rojas',
      signer_email: address,
      user_file_id: document.id,
    },
  })
  await ask(server, sendInvitationCall, {
    bearer,
    params: { id: document.id },
    body: { email: address, signer_name: 'Ana Rojas', document_url: '', field_id: field.id, field_coordinates: null },
  })
  const { access_token } = await ask(server, validateInvitationCall, {
    query: { token: await tokenOf(people, address) },
  })
  return { field, bearer: access_token }
}

export const liveOneLife = async (people: LoadPeople, bytes: Uint8Array): Promise<void> => {
  const { address } = people.server
  const expectOk = async (shot: LoadShot): Promise<void> => {
    const answer = await retryShed(() => fetchShot(address, shot))
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`${shot.method} ${shot.path} answered ${answer.status}`)
  }
  const document = await uploadAsOwner(people, bytes)
  await expectOk(listShot(people))
  const guests = [await inviteGuest(people, document), await inviteGuest(people, document)]
  for (const guest of guests) {
    const whole = { method: 'GET', path: pathOf(downloadFileCall, { id: document.id }) } as const
    await expectOk({ ...whole, headers: authorised(guest.bearer) })
    await expectOk(signShot(guest))
  }
  await expectOk(listShot(people))
  await expectOk({
    method: 'GET',
    path: pathOf(downloadFileCall, { id: document.id }),
    headers: authorised(people.bearer),
  })
}
