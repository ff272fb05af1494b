import { expect } from 'playwright/test'
import { cancelDocumentCall, sendInvitationCall, type UserFile } from 'shared/contract'
import { addParticipantCall, inviteParticipantCall } from 'shared/contract/participants'
import { createSendingCall } from 'shared/contract/sendings'
import * as v from 'valibot'
import type { OwnerApi } from './api.ts'
import type { Guest } from './people.ts'
import type { Trazo } from './trazo.ts'

const post = async (trazo: Trazo, { token }: OwnerApi, path: string, body: unknown): Promise<unknown> => {
  const answer = await fetch(`${trazo.url}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  return answer.json()
}

/** Before a person is invited. */
export const sendTogether = (trazo: Trazo, api: OwnerApi, files: readonly UserFile[]): Promise<unknown> =>
  post(trazo, api, createSendingCall.path, { documents: files.map(({ id }) => id) })

export const cancelFile = (trazo: Trazo, api: OwnerApi, { id }: UserFile): Promise<unknown> =>
  post(trazo, api, cancelDocumentCall.path.replace(':id', String(id)), { reason: '' })

/** Invites a person whose turn comes later, so that no mail leaves yet. */
export const inviteLater = (
  trazo: Trazo,
  api: OwnerApi,
  { id }: UserFile,
  fieldId: number,
  { name, email }: Guest,
): Promise<unknown> =>
  post(trazo, api, sendInvitationCall.path.replace(':id', String(id)), {
    email,
    signer_name: name,
    document_url: '',
    field_id: fieldId,
    field_coordinates: null,
  })

/** Asks a person to read all documents of a sending. */
export const inviteReader = async (
  trazo: Trazo,
  api: OwnerApi,
  [first]: readonly UserFile[],
  { name, email }: Guest,
): Promise<void> => {
  const path = (call: { readonly path: string }): string => call.path.replace(':id', String(first?.id))
  const body = { kind: 'lectura', name, email, in_sending: true }
  const { id } = v.parse(addParticipantCall.reply, await post(trazo, api, path(addParticipantCall), body))
  await post(trazo, api, path(inviteParticipantCall).replace(':participantId', String(id)), {})
}

/** Waits until the status of each file is the expected one, in the given order. */
export const expectStatuses = (api: OwnerApi, files: readonly UserFile[], statuses: readonly string[]) =>
  expect
    .poll(async () => {
      const listed = await api.list()
      return files.map((file) => listed.find(({ id }) => id === file.id)?.status)
    })
    .toEqual(statuses)
