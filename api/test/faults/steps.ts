import {
  createFieldCall,
  deleteFieldCall,
  digitalSignCall,
  getFileCall,
  listFieldsCall,
  listFilesCall,
  listInvitationsCall,
  type SignatureField,
  sendInvitationCall,
  shareFileCall,
  startAgentSessionCall,
  uploadFileCall,
  validateInvitationCall,
} from 'shared/contract'
import {
  confirmEmailCall,
  loginCall,
  registerCall,
  requestEmailConfirmationCall,
  securityStateCall,
} from 'shared/contract/accounts'
import { getSigningOrderCall, setSigningOrderCall } from 'shared/contract/signing-order'
import * as v from 'valibot'
import { confirmTokenIn, tokenIn } from '../support/child-people.ts'
import { fetchCall } from '../support/child-server.ts'
import { cedula, drawing, multipart, PASSWORD, signable, stated } from '../support/people.ts'
import type { Acknowledged, Owner } from './acknowledged.ts'
import { look, peek, settle } from './calls.ts'
import type { AcceptedMail } from './mail-sink.ts'
import type { ServerUnderTest } from './server-under-test.ts'

const documentOf = ({ documentId }: Acknowledged): number => {
  if (documentId === undefined) throw new Error('the document is uploaded first')
  return documentId
}

const fieldsOf = (target: ServerUnderTest, acknowledged: Acknowledged): Promise<SignatureField[]> =>
  look(target, listFieldsCall, {
    bearer: acknowledged.bearer,
    query: { user_file_id: String(documentOf(acknowledged)) },
  })

/** Inviting requires a confirmed address. */
export const register = async (target: ServerUnderTest, username: string): Promise<Owner> => {
  const owner = await openAccount(target, username)
  await confirmEmail(target, owner)
  return owner
}

const isConfirmed = async (target: ServerUnderTest, { bearer }: Owner): Promise<true | undefined> =>
  (await look(target, securityStateCall, { bearer })).email_verified || undefined

const confirmEmail = async (target: ServerUnderTest, owner: Owner): Promise<void> => {
  const { username, bearer } = owner
  await settle(target, {
    name: 'ask to confirm',
    send: (server) => fetchCall(server, requestEmailConfirmationCall, { bearer }),
    read: () => true,
    find: async () => undefined,
    again: 'same',
  })
  for (let count = 1; ; ) {
    const mails = await target.sink.to(`${username}@example.com`, count)
    for (const mail of mails.toReversed()) {
      const token = confirmTokenIn(mail.raw)
      if (token === '') continue
      await peek(target, (server) => fetchCall(server, confirmEmailCall, { body: { token } }))
      if (await isConfirmed(target, owner)) return
    }
    count = mails.length + 1
  }
}

/** If the response was lost, the owner logs in. */
const openAccount = async (target: ServerUnderTest, username: string): Promise<Owner> => {
  const names = { first_name: 'Olga', last_name: 'Mora', email: `${username}@example.com`, phone: '+506 8888-8888' }
  const body = { username, ...names, password: PASSWORD, password_confirmation: PASSWORD }
  return settle(target, {
    name: 'register',
    send: (server) => fetchCall(server, registerCall, { body }),
    read: (reply) => ({ username, bearer: v.parse(registerCall.reply, reply).access_token }),
    find: async () => {
      const login = { username, password: PASSWORD }
      const { status, body: reply } = await peek(target, (server) => fetchCall(server, loginCall, { body: login }))
      return status === 200 ? { username, bearer: v.parse(loginCall.reply, reply).access_token } : undefined
    },
    again: 409,
  })
}

export const upload = async (target: ServerUnderTest, acknowledged: Acknowledged): Promise<void> => {
  const { payload, headers } = await multipart([
    ['file_type_id', '1'],
    ['file', { bytes: acknowledged.bytes, filename: acknowledged.filename }],
  ])
  const authorization = `Bearer ${acknowledged.bearer}`
  acknowledged.documentId = await settle(target, {
    name: 'upload',
    send: (server) => {
      const body = Uint8Array.from(payload)
      return fetch(`${server.address}${uploadFileCall.path}`, {
        method: 'POST',
        headers: { ...headers, authorization },
        body,
      })
    },
    read: (reply) => v.parse(uploadFileCall.reply, reply).id,
    find: async () => {
      const files = await look(target, listFilesCall, { bearer: acknowledged.bearer })
      return files.find(({ original_filename }) => original_filename === acknowledged.filename)?.id
    },
    again: 'never',
  })
}

export const placeField = async (
  target: ServerUnderTest,
  acknowledged: Acknowledged,
  field: { readonly name: string; readonly kind: 'PRIMARY' | 'SECONDARY' },
): Promise<SignatureField> => {
  const email = `${field.name}@example.com`
  const clientId = `field_${field.name}`
  acknowledged.asked.add(clientId)
  const body = { field_id: clientId, field_type: field.kind, signer_name: field.name, signer_email: email }
  const placed = await settle(target, {
    name: 'place field',
    send: (server) =>
      fetchCall(server, createFieldCall, {
        bearer: acknowledged.bearer,
        body: { ...body, user_file_id: documentOf(acknowledged) },
      }),
    read: (reply) => v.parse(createFieldCall.reply, reply),
    find: async () => (await fieldsOf(target, acknowledged)).find(({ field_id }) => field_id === clientId),
    again: 'same',
  })
  acknowledged.fields.set(placed.id, 'placed')
  return placed
}

export const deleteField = async (target: ServerUnderTest, acknowledged: Acknowledged, id: number): Promise<void> => {
  acknowledged.fields.set(id, 'deleting')
  await settle(target, {
    name: 'delete field',
    send: (server) => fetchCall(server, deleteFieldCall, { bearer: acknowledged.bearer, params: { id } }),
    read: () => true,
    find: async () => ((await fieldsOf(target, acknowledged)).some((field) => field.id === id) ? undefined : true),
    again: 404,
  })
  acknowledged.fields.set(id, 'deleted')
}

export const setOrder = async (
  target: ServerUnderTest,
  acknowledged: Acknowledged,
  ids: readonly number[],
): Promise<void> => {
  const call = { bearer: acknowledged.bearer, params: { id: documentOf(acknowledged) } }
  const body = { mode: 'ordered' as const, steps: ids.map((id) => [id]) }
  await settle(target, {
    name: 'set order',
    send: (server) => fetchCall(server, setSigningOrderCall, { ...call, body }),
    read: () => true,
    find: async () => ((await look(target, getSigningOrderCall, call)).mode === 'ordered' ? true : undefined),
    again: 'same',
  })
  acknowledged.isOrdered = true
}

export const share = async (target: ServerUnderTest, acknowledged: Acknowledged): Promise<void> => {
  const call = { bearer: acknowledged.bearer, params: { id: documentOf(acknowledged) } }
  await settle(target, {
    name: 'share',
    send: (server) => fetchCall(server, shareFileCall, { ...call, body: signable }),
    read: () => true,
    find: async () => ((await look(target, getFileCall, call)).is_shared ? true : undefined),
    again: 'same',
  })
  acknowledged.isShared = true
}

export const invite = async (
  target: ServerUnderTest,
  acknowledged: Acknowledged,
  { field, repeats }: { readonly field: SignatureField; readonly repeats: boolean },
): Promise<void> => {
  const call = { bearer: acknowledged.bearer, params: { id: documentOf(acknowledged) } }
  const { signer_email: email, signer_name, id: field_id } = field
  const body = { email, signer_name, document_url: '', field_id, field_coordinates: null }
  await settle(target, {
    name: 'invite',
    send: (server) => fetchCall(server, sendInvitationCall, { ...call, body }),
    read: () => true,
    find: async () => {
      const invitations = await look(target, listInvitationsCall, call)
      return invitations.some((one) => one.field_id === field_id && one.state === 'standing') ? true : undefined
    },
    again: repeats ? 'same' : 'never',
  })
  acknowledged.invited.add(field_id)
}

/** A repeated invitation replaces the first link. */
const opens = async (target: ServerUnderTest, mail: AcceptedMail): Promise<string | undefined> => {
  const query = { token: tokenIn(mail.raw) }
  const { status, body } = await peek(target, (server) => fetchCall(server, validateInvitationCall, { query }))
  return status === 200 ? v.parse(validateInvitationCall.reply, body).access_token : undefined
}

export const openInvitation = async (target: ServerUnderTest, address: string): Promise<string> => {
  let count = 1
  for (;;) {
    const mails = await target.sink.to(address, count)
    for (const mail of mails.toReversed()) {
      const bearer = await opens(target, mail)
      if (bearer !== undefined) return bearer
    }
    count = mails.length + 1
  }
}

export const openPublicLink = (target: ServerUnderTest, acknowledged: Acknowledged) => {
  const name = `visita-${acknowledged.number}`
  const body = { user_file_id: documentOf(acknowledged), field_id: null, identification: cedula, name }
  return settle(target, {
    name: 'come by link',
    send: (server) => fetchCall(server, startAgentSessionCall, { body: { ...body, email: `${name}@example.com` } }),
    read: (reply) => v.parse(startAgentSessionCall.reply, reply),
    find: async () => undefined,
    again: 'never',
  })
}

/** Repetition: the same response with an idempotency key, otherwise 409. */
export const sign = async (
  target: ServerUnderTest,
  acknowledged: Acknowledged,
  act: { readonly bearer: string; readonly fieldId: number; readonly key: string | undefined },
): Promise<void> => {
  const { bearer, fieldId, key } = act
  const named = key === undefined ? {} : { idempotency_key: key }
  const shown = await look(target, getFileCall, {
    bearer: acknowledged.bearer,
    params: { id: documentOf(acknowledged) },
  })
  const body = { field_id: fieldId, signature_data: drawing(), ...named, ...stated(shown) }
  await settle(target, {
    name: 'sign',
    send: (server) => fetchCall(server, digitalSignCall, { bearer, params: { fieldId }, body }),
    read: (reply) => v.parse(digitalSignCall.reply, reply).verified,
    find: async () =>
      (await fieldsOf(target, acknowledged)).some(({ id, is_signed }) => id === fieldId && is_signed)
        ? true
        : undefined,
    again: key === undefined ? 409 : 'same',
  })
  acknowledged.fields.set(fieldId, 'signed')
}
