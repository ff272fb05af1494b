import type { ErrorCode } from 'shared/contract'
import { type DeadlineFacts, isDeadlineOver } from './deadline.ts'
import { closedBecause, type InvitationFacts } from './invitation-access.ts'

const NOW = 1000

const open: InvitationFacts = {
  expires_at: NOW + 1,
  revoked_at: null,
  declined_at: null,
  used_at: null,
  status: 'PROCESSING',
  deadline: null,
  field_signed_at: null,
  field_signed_by_link_at: null,
  field_deleted_at: null,
  document_deleted_at: null,
}
const cancelled = { status: 'CANCELLED' } as const
const past = { deadline: NOW }

test.each<[string, Partial<InvitationFacts>, ErrorCode | undefined]>([
  ['open until the moment before its end', {}, undefined],
  ['over at its end', { expires_at: NOW }, 'INVITATION_EXPIRED'],
  ['without a document', { document_deleted_at: 1 }, 'INVITATION_INVALID'],
  ['without a field', { field_deleted_at: 1 }, 'INVITATION_INVALID'],
  ['revoked', { revoked_at: 1 }, 'INVITATION_INVALID'],
  ['revoked with its document', { revoked_at: 1, ...cancelled }, 'DOCUMENT_CANCELLED'],
  ['declined', { declined_at: 1 }, 'INVITATION_DECLINED'],
  ['declined, which cancelled the document', { declined_at: 1, revoked_at: 1, ...cancelled }, 'INVITATION_DECLINED'],
  ['of a cancelled document', cancelled, 'DOCUMENT_CANCELLED'],
  ['of a field that a public link signed', { field_signed_at: 1, field_signed_by_link_at: 1 }, 'INVITATION_USED'],
  ['of a field that another of its people signed', { field_signed_at: 1, expires_at: 1, ...past }, undefined],
  ['removed after the signature of another', { field_signed_at: 1, revoked_at: 1 }, 'INVITATION_INVALID'],
  ['past the deadline', past, 'DOCUMENT_EXPIRED'],
  ['used: the signer keeps it', { used_at: 1, field_signed_at: 1, expires_at: 1, ...cancelled, ...past }, undefined],
  ['used and revoked', { used_at: 1, revoked_at: 1 }, 'INVITATION_INVALID'],
  ['used, of a deleted document', { used_at: 1, document_deleted_at: 1 }, 'INVITATION_INVALID'],
])('an invitation that is %s', (_, facts, expected) => {
  expect(closedBecause({ ...open, ...facts }, NOW)).toBe(expected)
})

test.each<[DeadlineFacts, boolean]>([
  [{ status: 'PROCESSING', deadline: NOW }, true],
  [{ status: 'UPLOADED', deadline: NOW }, true],
  [{ status: 'PROCESSING', deadline: NOW + 1 }, false],
  [{ status: 'PROCESSING', deadline: null }, false],
  [{ status: 'COMPLETED', deadline: NOW - 1 }, false],
  [{ status: 'CANCELLED', deadline: NOW - 1 }, false],
])('the deadline ends documents that wait for signatures, from that moment on: %j → %s', (facts, expected) => {
  expect(isDeadlineOver(facts, NOW)).toBe(expected)
})
