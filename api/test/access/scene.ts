import { randomUUID } from 'node:crypto'
import type { SignatureField, UserFile } from 'shared/contract'
import {
  deleteProgramClientCall,
  deleteProgramTokenCall,
  oauthTokenCall,
  rotateProgramClientCall,
} from 'shared/contract/accounts'
import { addAlternateCall } from 'shared/contract/alternates'
import { SENDING_CONSENT_VERSION } from 'shared/contract/consent'
import { createFormFieldCall } from 'shared/contract/form-fields'
import { endUserSession, findSession, openUserSession } from '../../src/domain/accounts/users/sessions.ts'
import { DAY_MS, MINUTE_MS } from '../../src/platform/clock.ts'
import { createApiClient, createClient } from '../support/api-clients.ts'
import { newFormField } from '../support/form-fields.ts'
import { becomeReader } from '../support/participation.ts'
import { becomeGuest, cedula, comeByLink, drawing, placeField, uploadDocument } from '../support/people.ts'
import { prove } from '../support/security.ts'
import { succeed, type TestServer } from '../support/test-server.ts'
import type { Caller } from './expected-access.ts'

export interface People {
  readonly owner: number
  readonly stranger: number
}

/** Ids that the parameters and bodies of a call name. */
export interface Target {
  readonly document: UserFile
  readonly field: SignatureField
  readonly invitationId: number
  readonly formFieldId: number
  readonly participantId: number
  readonly alternateId: number
}

export interface Scene extends Target {
  readonly tokens: Readonly<Record<Caller, string | undefined>>
}

const sessionOf = async ({ services }: TestServer, userId: number): Promise<string> =>
  (await openUserSession(services.db, userId, services.clock())).access_token

export const invitationOf = async ({ services }: TestServer, field: SignatureField): Promise<number> => {
  const query = services.db.selectFrom('invitations').select('id').where('field_id', '=', field.id)
  return (await query.executeTakeFirstOrThrow()).id
}

let addresses = 0
const newAddress = () => {
  addresses += 1
  return { signer_email: `persona${addresses}@example.com` }
}

const endSharing = async ({ services }: TestServer, documentId: number): Promise<void> => {
  await services.db.updateTable('documents').set({ shared_at: null }).where('id', '=', documentId).execute()
}

export const openScene = async (server: TestServer, people: People): Promise<Scene> => {
  const owner = await sessionOf(server, people.owner)
  const document = await uploadDocument(server, owner)
  const field = await placeField(server, owner, document.id, newAddress())
  const guest = await becomeGuest(server, owner, field)
  const siblings = await placeField(server, owner, document.id, newAddress())
  const body = { ...newFormField(siblings), client_id: 'dato' }
  const { id: formFieldId } = await succeed(server, createFormFieldCall, { bearer: owner, body })
  const sibling = await becomeGuest(server, owner, siblings)
  const other = await placeField(server, owner, (await uploadDocument(server, owner)).id, newAddress())
  const elsewhere = await becomeGuest(server, owner, other)
  const alternate = { field_id: siblings.id, name: 'Eva Mora', email: newAddress().signer_email }
  const { id: alternateId } = await succeed(server, addAlternateCall, {
    bearer: owner,
    params: { id: document.id },
    body: alternate,
  })
  const reader = await becomeReader(server, owner, document.id)
  const otherReader = await becomeReader(server, owner, other.user_file_id)
  const byLink = await comeByLink(server, owner, document.id)
  const stranger = await sessionOf(server, people.stranger)
  await endSharing(server, document.id)
  const { participantId } = reader
  const readers = { reader: reader.token, otherReader: otherReader.token }
  const tokens = { anonymous: undefined, stranger, owner, guest, sibling, elsewhere, byLink, ...readers }
  const invitationId = await invitationOf(server, field)
  return { document, field, invitationId, formFieldId, participantId, alternateId, tokens }
}

export interface DeadCredential {
  readonly what: string
  readonly token: string
  readonly status: number
  readonly code: string
}

const EXPIRED = { status: 401, code: 'SESSION_EXPIRED' } as const
const INVALID = { status: 410, code: 'INVITATION_INVALID' } as const

const deadSessions = async ({ services }: TestServer, { owner }: People): Promise<DeadCredential[]> => {
  const { db, clock } = services
  const old = await openUserSession(db, owner, clock() - 30 * DAY_MS)
  const ended = await openUserSession(db, owner, clock())
  const found = await findSession(db, ended.access_token, clock())
  if (found === undefined) throw new Error('the session was never good')
  await endUserSession(db, found.sessionId, 'logout', clock())
  const refresh = await openUserSession(db, owner, clock())
  return [
    { what: 'an invented token', token: 'inventado', ...EXPIRED },
    { what: 'an access token that ran out', token: old.access_token, ...EXPIRED },
    { what: 'the access token of a session that was ended', token: ended.access_token, ...EXPIRED },
    { what: 'a refresh token', token: refresh.refresh_token, ...EXPIRED },
  ]
}

const forge = (claimsOf: string, tagOf: string): string =>
  [...claimsOf.split('.').slice(0, 2), tagOf.split('.')[2]].join('.')

const deadGuests = async (server: TestServer, scene: Scene): Promise<DeadCredential[]> => {
  const { db, clock, guestTokens } = server.services
  const { field, invitationId, tokens } = scene
  const source = { kind: 'invitation', invitationId } as const
  const runOut = guestTokens.seal({ source, fieldId: field.id, expiresAt: clock() - 1 })
  const forged = forge(tokens.guest ?? '', tokens.sibling ?? '')
  const owner = tokens.owner ?? ''
  const dead = async (change: { expires_at: number } | { revoked_at: number } | 'field'): Promise<string> => {
    const own = await placeField(server, owner, scene.document.id, newAddress())
    const token = await becomeGuest(server, owner, own)
    if (change === 'field')
      await db.updateTable('fields').set({ deleted_at: clock() }).where('id', '=', own.id).execute()
    else await db.updateTable('invitations').set(change).where('field_id', '=', own.id).execute()
    return token
  }
  return [
    { what: 'a guest token that ran out', token: runOut, ...EXPIRED },
    { what: 'a guest token with the tag of another', token: forged, ...EXPIRED },
    {
      what: 'a guest token of an invitation that expired',
      token: await dead({ expires_at: clock() - MINUTE_MS }),
      status: 410,
      code: 'INVITATION_EXPIRED',
    },
    {
      what: 'a guest token of an invitation that was taken back',
      token: await dead({ revoked_at: clock() }),
      ...INVALID,
    },
    { what: 'a guest token of a field that was deleted', token: await dead('field'), ...INVALID },
  ]
}

const deadLinks = async (server: TestServer, people: People): Promise<DeadCredential[]> => {
  const { db, clock } = server.services
  const owner = await sessionOf(server, people.owner)
  const dead = async (change: { expires_at: number } | { ended_at: number }): Promise<string> => {
    const document = await uploadDocument(server, owner)
    const token = await comeByLink(server, owner, document.id)
    await db.updateTable('agent_sessions').set(change).where('document_id', '=', document.id).execute()
    return token
  }
  return [
    { what: 'a token of a public link that ran out', token: await dead({ expires_at: clock() - 1 }), ...EXPIRED },
    {
      what: 'a token of a public link that was taken back',
      token: await dead({ ended_at: clock() }),
      status: 404,
      code: 'NOT_FOUND',
    },
  ]
}

const deadPrograms = async (server: TestServer, people: People): Promise<DeadCredential[]> => {
  const { db, clock } = server.services
  const bearer = await sessionOf(server, people.owner)
  const newClient = async () => {
    const { details, client_secret } = await createClient(server, bearer)
    const body = { grant_type: 'client_credentials', client_id: details.client_id, client_secret }
    return { id: details.id, token: (await succeed(server, oauthTokenCall, { body })).access_token }
  }
  const [revoked, late] = [await createApiClient(server, bearer), await createApiClient(server, bearer)]
  await succeed(server, deleteProgramTokenCall, { bearer, params: { tokenId: revoked.details.id } })
  await db.updateTable('program_tokens').set({ expires_at: clock() }).where('id', '=', late.details.id).execute()
  const [deleted, rotated, old] = [await newClient(), await newClient(), await newClient()]
  await succeed(server, deleteProgramClientCall, { bearer, params: { clientId: deleted.id } })
  const proof = await prove(server, bearer)
  await succeed(server, rotateProgramClientCall, { bearer, params: { clientId: rotated.id }, body: { proof } })
  await db.updateTable('client_access_tokens').set({ expires_at: clock() }).where('client_id', '=', old.id).execute()
  return [
    { what: 'a program token that was revoked', token: revoked.token, ...EXPIRED },
    { what: 'a program token that expired', token: late.token, ...EXPIRED },
    { what: 'an OAuth token of a client that was deleted', token: deleted.token, ...EXPIRED },
    { what: 'an OAuth token from before its client got a new secret', token: rotated.token, ...EXPIRED },
    { what: 'an OAuth token that expired', token: old.token, ...EXPIRED },
  ]
}

export const deadCredentials = async (
  server: TestServer,
  people: People,
  scene: Scene,
): Promise<readonly DeadCredential[]> => {
  const sessions = await deadSessions(server, people)
  const guests = await deadGuests(server, scene)
  const links = await deadLinks(server, people)
  const programs = await deadPrograms(server, people)
  await endSharing(server, scene.document.id)
  return [...sessions, ...guests, ...links, ...programs]
}

export const bodies: Readonly<Record<string, (target: Target) => object>> = {
  updateProfile: () => ({}),
  retrySealing: () => ({}),
  sendPdfEmail: ({ field }) => ({ email: field.signer_email }),
  importContacts: () => ({ file: Buffer.from('Nombre,Email\nAna,ana@importado.example').toString('base64') }),
  addContact: () => ({ name: 'Ana Mora', email: 'ana@contacto.example' }),
  changeContact: () => ({ name: 'Ana Mora', email: 'ana@contacto.example' }),
  addAddress: () => ({ email: 'otra@example.com' }),
  addSavedSignature: () => ({ way: 'drawn', name: 'Mi firma', outlines: 'AAAA' }),
  createField: ({ document }) => ({
    field_id: 'nuevo',
    field_type: 'SECONDARY',
    signer_name: 'Eva Mora',
    signer_email: 'eva@example.com',
    user_file_id: document.id,
  }),
  changeFile: () => ({ file_type_id: 2, description: 'Casa en Heredia', notes: '' }),
  applyTags: ({ document }) => ({ add: ['Alquiler'], documents: [document.id] }),
  renameTag: () => ({ name: 'Alquiler' }),
  archiveFiles: ({ document }) => ({ documents: [document.id], archived: true }),
  setDeadline: () => ({ date: '2027-03-04' }),
  createFormField: ({ field }) => ({ ...newFormField(field), client_id: 'nuevo' }),
  changeFormField: ({ field }) => newFormField(field),
  saveFormDraft: () => ({ values: [] }),
  setSigningMode: () => ({ mode: 'electronic' }),
  setSigningOrder: ({ field }) => ({ mode: 'ordered', steps: [[field.id]] }),
  createTemplate: ({ document }) => ({ document_id: document.id, name: 'Alquiler', roles: [], message: '' }),
  saveTemplateVersion: ({ document }) => ({ version: 1, document_id: document.id, roles: [], message: '' }),
  changeTemplate: () => ({ version: 1, name: 'Alquiler', order: 'parallel', message: '', roles: [] }),
  duplicateTemplate: () => ({}),
  editTemplateFields: () => ({}),
  useTemplate: () => ({ name: 'Contrato', people: [] }),
  sendTemplateDocument: () => ({}),
  previewBulk: () => ({ file: btoa('Nombre;Email\nAna;ana@example.com\n') }),
  createBulkJob: () => ({ file: btoa('Nombre;Email\nAna;ana@example.com\n') }),
  changeBulkJob: () => ({ action: 'pause' }),
  sendInvitation: ({ field }) => ({
    email: field.signer_email,
    signer_name: field.signer_name,
    document_url: '',
    field_id: field.id,
    field_coordinates: null,
  }),
  previewInvitation: ({ field }) => ({ field_id: field.id }),
  remind: () => ({}),
  handOverLink: () => ({}),
  openInbox: () => ({}),
  correctAddress: () => ({ email: 'eva.mora@example.com' }),
  answerProposal: () => ({ accepted: true }),
  cancelDocument: () => ({ reason: 'Ya no hace falta' }),
  addAlternate: ({ field }) => ({ field_id: field.id, name: 'Eva Mora', email: 'eva@example.com' }),
  inviteAlternate: () => ({}),
  addParticipant: () => ({ kind: 'lectura', name: 'Eva Mora', email: 'eva@example.com' }),
  changeParticipant: () => ({ name: 'Eva Mora', email: 'eva@example.com' }),
  inviteParticipant: () => ({}),
  previewParticipant: () => ({}),
  seenDocument: () => ({}),
  approveDocument: () => ({}),
  rejectDocument: () => ({ reason: 'No estoy de acuerdo' }),
  confirmReading: () => ({}),
  forwardParticipation: () => ({ name: 'Eva Mora', email: 'eva@example.com' }),
  silenceParticipation: () => ({ silenced: true }),
  askQuestion: () => ({ text: '¿Incluye el parqueo?' }),
  askAsParticipant: () => ({ text: '¿Incluye el parqueo?' }),
  answerQuestion: () => ({ text: 'Sí, uno.' }),
  seenInvitation: () => ({}),
  declineInvitation: () => ({ reason: 'No es para mí' }),
  forwardInvitation: () => ({ name: 'Eva Mora', email: 'eva@example.com' }),
  silenceReminders: () => ({ silenced: true }),
  startAgentSession: ({ document }) => ({
    user_file_id: document.id,
    field_id: null,
    identification: cedula,
    name: 'Luis Mata',
  }),
  linkCode: ({ document }) => ({ user_file_id: document.id, email: 'luis@example.com' }),
  signSending: ({ document }) => ({
    idempotency_key: randomUUID(),
    signature_data: drawing(),
    consent: SENDING_CONSENT_VERSION,
    documents: [document.id, 1].map((id) => ({ id, document_sha256: document.sha256 })),
  }),
  digitalSign: () => ({ field_id: 1, signature_data: drawing() }),
  prepareSignature: () => ({
    idempotency_key: randomUUID(),
    signature_data: drawing(),
    identification: cedula,
    certificate: 'AAAA',
  }),
  startFvaSignature: () => ({ idempotency_key: randomUUID(), identification: cedula }),
  cancelFvaSignature: () => ({}),
  fvaResult: () => ({ IdDeLaSolicitud: 1, FueExitosa: false, CodigoDeError: 2 }),
  completeSignature: () => ({
    request_id: 1,
    signature: { algorithm: 'RSA', value: 'AAAA' },
    certificate: 'AAAA',
  }),
}

/** Each needs its own scene. */
export const changing: readonly string[] = [
  ...Object.keys(bodies),
  'shareFile',
  'unshareFile',
  'deleteFile',
  'deleteField',
  'deleteFormField',
  'revokeInvitation',
  'removeParticipant',
  'removeAlternate',
  'logout',
  'endOtherSessions',
]
