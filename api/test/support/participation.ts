import {
  type AddParticipantSchema,
  addParticipantCall,
  inviteParticipantCall,
  type Participant,
} from 'shared/contract/participants'
import { openParticipationCall, seenDocumentCall } from 'shared/contract/participation'
import type * as v from 'valibot'
import { type Invited, tokenIn } from './invited.ts'
import { invitationToken } from './people.ts'
import { succeed, type TestServer } from './test-server.ts'

type NewParticipant = v.InferInput<typeof AddParticipantSchema>

export interface InvitedParticipant extends Participant {
  /** Of the mailed link. */
  readonly token: string
}

let invited = 0

/** @returns the access token of a person who is invited to read the document and has seen it */
export const becomeReader = async (server: TestServer, bearer: string, documentId: number) => {
  invited += 1
  const email = `lector${invited}@example.com`
  const params = { id: documentId }
  const body = { kind: 'lectura', name: 'Lea Reyes', email } as const
  const { id: participantId } = await succeed(server, addParticipantCall, { bearer, params, body })
  await succeed(server, inviteParticipantCall, { bearer, params: { ...params, participantId }, body: {} })
  const token = await invitationToken(server, email)
  const { access_token: reader } = await succeed(server, openParticipationCall, { query: { token } })
  await succeed(server, seenDocumentCall, { bearer: reader, params: { participantId }, body: {} })
  return { participantId, token: reader }
}

/** Adds and invites a participant to the document of the scene. */
export const inviteTo = async (
  { server, document, owner, lastMail }: Invited,
  body: NewParticipant,
): Promise<InvitedParticipant> => {
  const params = { id: document.id }
  const bearer = await owner()
  const added = await succeed(server, addParticipantCall, { bearer, params, body })
  const one = { ...params, participantId: added.id }
  await succeed(server, inviteParticipantCall, { bearer, params: one, body: {} })
  await server.relay.tick()
  return { ...added, token: tokenIn(lastMail(body.email)) }
}

/** @returns headers and parameters of the participant's calls */
export const asParticipant = async ({ server }: Invited, { id, token }: InvitedParticipant) => {
  const { access_token: bearer } = await succeed(server, openParticipationCall, { query: { token } })
  return { bearer, params: { participantId: id } }
}
