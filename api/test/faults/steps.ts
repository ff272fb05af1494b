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
import { look, peek, settle } from './calls.ts'
import type { House } from './house.ts'
import type { AcceptedMail } from './mail-sink.ts'
import type { Owner, Told } from './told.ts'

const documentOf = ({ documentId }: Told): number => {
  if (documentId === undefined) throw new Error('the document is uploaded first')
  return documentId
}

const fieldsOf = (house: House, told: Told): Promise<SignatureField[]> =>
  look(house, listFieldsCall, { bearer: told.bearer, query: { user_file_id: String(documentOf(told)) } })

/** Inviting requires a confirmed address. */
export const register = async (house: House, username: string): Promise<Owner> => {
  const owner = await openAccount(house, username)
  await confirmEmail(house, owner)
  return owner
}

const isConfirmed = async (house: House, { bearer }: Owner): Promise<true | undefined> =>
  (await look(house, securityStateCall, { bearer })).email_verified || undefined

const confirmEmail = async (house: House, owner: Owner): Promise<void> => {
  const { username, bearer } = owner
  await settle(house, {
    name: 'ask to confirm',
    send: (server) => fetchCall(server, requestEmailConfirmationCall, { bearer }),
    read: () => true,
    find: async () => undefined,
    again: 'same',
  })
  for (let count = 1; ; ) {
    const mails = await house.sink.to(`${username}@example.com`, count)
    for (const mail of mails.toReversed()) {
      const token = confirmTokenIn(mail.raw)
      if (token === '') continue
      await peek(house, (server) => fetchCall(server, confirmEmailCall, { body: { token } }))
      if (await isConfirmed(house, owner)) return
    }
    count = mails.length + 1
  }
}

/** If the response was lost, the owner logs in. */
const openAccount = async (house: House, username: string): Promise<Owner> => {
  const names = { first_name: 'Olga', last_name: 'Mora', email: `${username}@example.com`, phone: '+506 8888-8888' }
  const body = { username, ...names, password: PASSWORD, password_confirmation: PASSWORD }
  return settle(house, {
    name: 'register',
    send: (server) => fetchCall(server, registerCall, { body }),
    read: (reply) => ({ username, bearer: v.parse(registerCall.reply, reply).access_token }),
    find: async () => {
      const login = { username, password: PASSWORD }
      const { status, body: reply } = await peek(house, (server) => fetchCall(server, loginCall, { body: login }))
      return status === 200 ? { username, bearer: v.parse(loginCall.reply, reply).access_token } : undefined
    },
    again: 409,
  })
}

export const upload = async (house: House, told: Told): Promise<void> => {
  const { payload, headers } = await multipart([
    ['file_type_id', '1'],
    ['file', { bytes: told.bytes, filename: told.filename }],
  ])
  const authorization = `Bearer ${told.bearer}`
  told.documentId = await settle(house, {
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
      const files = await look(house, listFilesCall, { bearer: told.bearer })
      return files.find(({ original_filename }) => original_filename === told.filename)?.id
    },
    again: 'never',
  })
}

export const placeField = async (
  house: House,
  told: Told,
  field: { readonly name: string; readonly kind: 'PRIMARY' | 'SECONDARY' },
): Promise<SignatureField> => {
  const email = `${field.name}@example.com`
  const clientId = `field_${field.name}`
  told.asked.add(clientId)
  const body = { field_id: clientId, field_type: field.kind, signer_name: field.name, signer_email: email }
  const placed = await settle(house, {
    name: 'place field',
    send: (server) =>
      fetchCall(server, createFieldCall, {
        bearer: told.bearer,
        body: { ...body, user_file_id: documentOf(told) },
      }),
    read: (reply) => v.parse(createFieldCall.reply, reply),
    find: async () => (await fieldsOf(house, told)).find(({ field_id }) => field_id === clientId),
    again: 'same',
  })
  told.fields.set(placed.id, 'placed')
  return placed
}

export const deleteField = async (house: House, told: Told, id: number): Promise<void> => {
  told.fields.set(id, 'deleting')
  await settle(house, {
    name: 'delete field',
    send: (server) => fetchCall(server, deleteFieldCall, { bearer: told.bearer, params: { id } }),
    read: () => true,
    find: async () => ((await fieldsOf(house, told)).some((field) => field.id === id) ? undefined : true),
    again: 404,
  })
  told.fields.set(id, 'deleted')
}

export const setOrder = async (house: House, told: Told, ids: readonly number[]): Promise<void> => {
  const call = { bearer: told.bearer, params: { id: documentOf(told) } }
  const body = { mode: 'ordered' as const, steps: ids.map((id) => [id]) }
  await settle(house, {
    name: 'set order',
    send: (server) => fetchCall(server, setSigningOrderCall, { ...call, body }),
    read: () => true,
    find: async () => ((await look(house, getSigningOrderCall, call)).mode === 'ordered' ? true : undefined),
    again: 'same',
  })
  told.isOrdered = true
}

export const share = async (house: House, told: Told): Promise<void> => {
  const call = { bearer: told.bearer, params: { id: documentOf(told) } }
  await settle(house, {
    name: 'share',
    send: (server) => fetchCall(server, shareFileCall, { ...call, body: signable }),
    read: () => true,
    find: async () => ((await look(house, getFileCall, call)).is_shared ? true : undefined),
    again: 'same',
  })
  told.isShared = true
}

export const invite = async (
  house: House,
  told: Told,
  { field, repeats }: { readonly field: SignatureField; readonly repeats: boolean },
): Promise<void> => {
  const call = { bearer: told.bearer, params: { id: documentOf(told) } }
  const { signer_email: email, signer_name, id: field_id } = field
  const body = { email, signer_name, document_url: '', field_id, field_coordinates: null }
  await settle(house, {
    name: 'invite',
    send: (server) => fetchCall(server, sendInvitationCall, { ...call, body }),
    read: () => true,
    find: async () => {
      const invitations = await look(house, listInvitationsCall, call)
      return invitations.some((one) => one.field_id === field_id && one.state === 'standing') ? true : undefined
    },
    again: repeats ? 'same' : 'never',
  })
  told.invited.add(field_id)
}

/** A repeated invitation replaces the first link. */
const opens = async (house: House, mail: AcceptedMail): Promise<string | undefined> => {
  const query = { token: tokenIn(mail.raw) }
  const { status, body } = await peek(house, (server) => fetchCall(server, validateInvitationCall, { query }))
  return status === 200 ? v.parse(validateInvitationCall.reply, body).access_token : undefined
}

export const openInvitation = async (house: House, address: string): Promise<string> => {
  let count = 1
  for (;;) {
    const mails = await house.sink.to(address, count)
    for (const mail of mails.toReversed()) {
      const bearer = await opens(house, mail)
      if (bearer !== undefined) return bearer
    }
    count = mails.length + 1
  }
}

export const comeByLink = (house: House, told: Told) => {
  const name = `visita-${told.number}`
  const body = { user_file_id: documentOf(told), field_id: null, identification: cedula, name }
  return settle(house, {
    name: 'come by link',
    send: (server) => fetchCall(server, startAgentSessionCall, { body: { ...body, email: `${name}@example.com` } }),
    read: (reply) => v.parse(startAgentSessionCall.reply, reply),
    find: async () => undefined,
    again: 'never',
  })
}

/** Repetition: the same response with an idempotency key, otherwise 409. */
export const sign = async (
  house: House,
  told: Told,
  act: { readonly bearer: string; readonly fieldId: number; readonly key: string | undefined },
): Promise<void> => {
  const { bearer, fieldId, key } = act
  const named = key === undefined ? {} : { idempotency_key: key }
  const shown = await look(house, getFileCall, { bearer: told.bearer, params: { id: documentOf(told) } })
  const body = { field_id: fieldId, signature_data: drawing(), ...named, ...stated(shown) }
  await settle(house, {
    name: 'sign',
    send: (server) => fetchCall(server, digitalSignCall, { bearer, params: { fieldId }, body }),
    read: (reply) => v.parse(digitalSignCall.reply, reply).verified,
    find: async () =>
      (await fieldsOf(house, told)).some(({ id, is_signed }) => id === fieldId && is_signed) ? true : undefined,
    again: key === undefined ? 409 : 'same',
  })
  told.fields.set(fieldId, 'signed')
}
