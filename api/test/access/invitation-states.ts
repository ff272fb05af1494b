import {
  answerProposalCall,
  cancelDocumentCall,
  declineInvitationCall,
  deleteFieldCall,
  deleteFileCall,
  digitalSignCall,
  forwardInvitationCall,
  listInvitationsCall,
  renewInvitationCall,
  revokeInvitationCall,
  type SignatureField,
  seenInvitationCall,
  type UserFile,
  validateInvitationCall,
} from 'shared/contract'
import { setSigningOrderCall } from 'shared/contract/signing-order'
import { openUserSession } from '../../src/domain/accounts/users/sessions.ts'
import { MINUTE_MS } from '../../src/platform/clock.ts'
import { drawing, invitationToken, inviteSigner, placeField, uploadDocument } from '../support/people.ts'
import { succeed, type TestServer } from '../support/test-server.ts'

/** Tokens are obtained before the state changes. */
export interface InvitationScene {
  readonly server: TestServer
  readonly owner: string
  readonly document: UserFile
  readonly field: SignatureField
  readonly token: string
  readonly access: string
}

type Opens =
  | 'document'
  | 'INVITATION_INVALID'
  | 'INVITATION_EXPIRED'
  | 'INVITATION_DECLINED'
  | 'DOCUMENT_CANCELLED'
  | 'DOCUMENT_EXPIRED'

export interface InvitationState {
  readonly name: string
  readonly reach: (scene: InvitationScene) => Promise<unknown>
  readonly opens: Opens
  readonly mailed?: boolean
}

const asGuest = ({ access: bearer, field }: InvitationScene) => ({ bearer, params: { fieldId: field.id } })

const invitationOf = async ({ server, owner, document }: InvitationScene): Promise<number> => {
  const [found] = await succeed(server, listInvitationsCall, { bearer: owner, params: { id: document.id } })
  if (found === undefined) throw new Error('nobody is invited')
  return found.id
}

const forward = async (scene: InvitationScene): Promise<void> => {
  const { server, owner, document } = scene
  const body = { name: 'Eva Mora', email: 'eva@example.com' }
  await succeed(server, forwardInvitationCall, { ...asGuest(scene), body })
  const params = { id: document.id, invitationId: await invitationOf(scene) }
  await succeed(server, answerProposalCall, { bearer: owner, params, body: { accepted: true } })
}

const sign = (scene: InvitationScene) =>
  succeed(scene.server, digitalSignCall, {
    ...asGuest(scene),
    body: { field_id: scene.field.id, signature_data: drawing() },
  })

const expire = ({ server, field }: InvitationScene) =>
  server.services.db
    .updateTable('invitations')
    .set({ expires_at: server.clock.now() - MINUTE_MS })
    .where('field_id', '=', field.id)
    .execute()

export const invitationStates: readonly InvitationState[] = [
  { name: 'sent', reach: async () => undefined, opens: 'document' },
  {
    name: 'opened',
    reach: (scene) => succeed(scene.server, seenInvitationCall, { ...asGuest(scene), body: {} }),
    opens: 'document',
  },
  {
    name: 'waiting for its turn',
    reach: async ({ server, owner, document, field }) => {
      const first = await placeField(server, owner, document.id, { signer_email: 'primera@example.com' })
      const body = { mode: 'ordered' as const, steps: [[first.id], [field.id]] }
      await succeed(server, setSigningOrderCall, { bearer: owner, params: { id: document.id }, body })
    },
    opens: 'document',
  },
  {
    name: 'proposed to another person',
    reach: (scene) =>
      succeed(scene.server, forwardInvitationCall, {
        ...asGuest(scene),
        body: { name: 'Eva Mora', email: 'eva@example.com' },
      }),
    opens: 'document',
  },
  { name: 'signed', reach: sign, opens: 'document' },
  {
    name: 'signed, and past its time',
    reach: async (scene) => {
      await sign(scene)
      await expire(scene)
    },
    opens: 'document',
  },
  {
    name: 'signed, and the document was cancelled',
    reach: async (scene) => {
      const { server, owner, document } = scene
      await placeField(server, owner, document.id, { signer_email: 'otra@example.com' })
      await sign(scene)
      await succeed(server, cancelDocumentCall, { bearer: owner, params: { id: document.id }, body: {} })
    },
    opens: 'document',
  },
  {
    name: 'declined',
    reach: (scene) =>
      succeed(scene.server, declineInvitationCall, { ...asGuest(scene), body: { reason: 'No es para mí' } }),
    opens: 'INVITATION_DECLINED',
  },
  { name: 'forwarded', reach: forward, opens: 'INVITATION_INVALID' },
  {
    name: 'revoked',
    reach: async (scene) => {
      const params = { id: scene.document.id, invitationId: await invitationOf(scene) }
      await succeed(scene.server, revokeInvitationCall, { bearer: scene.owner, params })
    },
    opens: 'INVITATION_INVALID',
  },
  {
    name: 'replaced',
    reach: ({ server, owner, field }) => inviteSigner(server, owner, field),
    opens: 'INVITATION_INVALID',
    mailed: true,
  },
  { name: 'expired', reach: expire, opens: 'INVITATION_EXPIRED' },
  {
    name: 'lapsed and renewed',
    reach: async (scene) => {
      await expire(scene)
      await succeed(scene.server, renewInvitationCall, { body: { token: scene.token } })
    },
    opens: 'INVITATION_INVALID',
    mailed: true,
  },
  {
    name: 'of a document whose last day has passed',
    reach: ({ server, document }) =>
      server.services.db
        .updateTable('documents')
        .set({ deadline: server.clock.now() - MINUTE_MS })
        .where('id', '=', document.id)
        .execute(),
    opens: 'DOCUMENT_EXPIRED',
  },
  {
    name: 'of a deleted field',
    reach: ({ server, owner, field }) => succeed(server, deleteFieldCall, { bearer: owner, params: { id: field.id } }),
    opens: 'INVITATION_INVALID',
  },
  {
    name: 'of a cancelled document',
    reach: ({ server, owner, document }) =>
      succeed(server, cancelDocumentCall, { bearer: owner, params: { id: document.id }, body: {} }),
    opens: 'DOCUMENT_CANCELLED',
  },
  {
    name: 'of a deleted document',
    reach: ({ server, owner, document }) =>
      succeed(server, deleteFileCall, { bearer: owner, params: { id: document.id } }),
    opens: 'INVITATION_INVALID',
  },
]

let scenes = 0

export const openInvitationScene = async (server: TestServer, ownerId: number): Promise<InvitationScene> => {
  scenes += 1
  const { access_token: owner } = await openUserSession(server.services.db, ownerId, server.clock.now())
  const document = await uploadDocument(server, owner)
  const field = await placeField(server, owner, document.id, { signer_email: `firmante${scenes}@example.com` })
  await inviteSigner(server, owner, field)
  const token = await invitationToken(server, field.signer_email)
  const { access_token: access } = await succeed(server, validateInvitationCall, { query: { token } })
  return { server, owner, document, field, token, access }
}
