import type { ReplyOf, validateInvitationCall } from 'shared/contract'
import { storedField } from './wire.ts'

export const invitationReply = (
  over: Partial<ReplyOf<typeof validateInvitationCall>> = {},
): ReplyOf<typeof validateInvitationCall> => ({
  signature_field: storedField(),
  signer_email: 'ana@example.com',
  owner_name: 'Luis Vargas',
  document: { id: 3, original_filename: 'Contrato.pdf', download_url: '/home/api/files/3/public_download' },
  access_token: 'guest-token',
  expires_in: 900,
  expires_at: '2026-03-02T18:00:00.000Z',
  agent: 'simulated',
  reminders_silenced: false,
  turn: 'now',
  other_fields: [],
  proposal: null,
  ...over,
})
