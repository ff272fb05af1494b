import { fieldFromServer } from '../../fields/field-lifecycle.ts'
import { storedField, storedInvitation } from '../../testing/wire.ts'
import { guestsOf } from '../invitations/invitations.ts'
import { canCancel, notifiedNames } from './cancel-document.ts'

const ana = fieldFromServer(storedField())
const luz = fieldFromServer(storedField({ id: 8, signer_name: 'Luz', signer_email: 'luz@example.com' }))
const signed = fieldFromServer(storedField({ id: 9, is_signed: true, signed_at: '2026-01-31T18:00:00.000Z' }))
const process = (over: Partial<Parameters<typeof canCancel>[0]> = {}) => ({
  file: { status: 'PROCESSING' as const },
  fields: [ana, luz],
  guests: guestsOf([ana, luz], [storedInvitation()]),
  cancelled: null,
  ...over,
})

test.each([
  ['a guest was invited', process(), true],
  ['a guest has signed', process({ fields: [ana, signed], guests: [] }), true],
  ['it is private', process({ guests: guestsOf([ana, luz], []) }), false],
  ['everyone has signed', process({ fields: [signed] }), false],
  ['the document is finished', process({ file: { status: 'COMPLETED' } }), false],
  ['it was cancelled', process({ file: { status: 'CANCELLED' } }), false],
  ['it was cancelled here', process({ cancelled: { at: '', by: null, reason: '' } }), false],
])('when %s, canCancel of %s returns %s', (_name, what, possible) => {
  expect(canCancel(what)).toBe(possible)
})

test('notifiedNames lists each invited or signed person once', () => {
  const second = fieldFromServer(storedField({ id: 10, page: 2, signer_name: 'ANA  MORA' }))
  const eva = fieldFromServer(storedField({ id: 11, signer_name: 'Eva', signer_email: 'eva@example.com' }))
  const raul = fieldFromServer(storedField({ id: 12, signer_name: 'Raúl', signer_email: 'raul@example.com' }))
  const invitations = [
    storedInvitation(),
    storedInvitation({ id: 71, field_id: 10 }),
    storedInvitation({ id: 72, field_id: 11, state: 'revoked', delivery: null }),
    storedInvitation({ id: 73, field_id: 12, delivery: { state: 'failed', sent_at: null, reason: 'No.' } }),
  ]
  const zoe = { signer_name: 'Zoe', signer_email: 'zoe@example.com', is_signed: true, signed_at: '2026-01-31' }
  const signer = fieldFromServer(storedField({ id: 13, ...zoe }))
  expect(notifiedNames(guestsOf([ana, luz, second, eva, raul, signer], invitations))).toEqual(['Ana Mora', 'Zoe'])
})
