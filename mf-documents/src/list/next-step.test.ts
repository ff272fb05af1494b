import type { Signer, UserFile } from 'shared/contract'
import { documentWith } from '../testing/documents.ts'
import { nextStep } from './next-step.ts'

const signer = (name: string, more: Partial<Signer> = {}): Signer => ({
  field_id: name.length,
  name,
  invited_at: null,
  signed_at: null,
  ...more,
})
const at = '2026-01-31T18:00:00.000Z'
const ana = signer('Ana')
const luis = signer('Luis')

test.each<[string, Partial<UserFile>, string, string]>([
  ['a new document', {}, 'act', 'Agregar firmante'],
  ['placed fields', { fields_total: 1, signers: [ana] }, 'act', 'Enviar invitaciones'],
  ['its owner', { fields_total: 2, signers: [ana, luis], waits_for: 'owner' }, 'act', 'Firmar'],
  [
    'one signer',
    { fields_total: 1, signers: [ana], waits_for: 'others', status: 'PROCESSING' },
    'wait',
    'Espera a Ana',
  ],
  ['two signers', { fields_total: 2, signers: [ana, luis], waits_for: 'others' }, 'wait', 'Espera a 2 personas'],
  [
    'the last of two',
    { fields_total: 2, fields_signed: 1, signers: [signer('Ana', { signed_at: at }), luis], waits_for: 'others' },
    'wait',
    'Espera a Luis',
  ],
  [
    'an approver',
    {
      fields_total: 1,
      signers: [signer('Ana', { signed_at: at })],
      participants: [{ id: 8, kind: 'visto_bueno', name: 'Eva', invited_at: at, answered_at: null }],
      waits_for: 'others',
    },
    'wait',
    'Espera a Eva',
  ],
  [
    'a reader after the last signature',
    {
      fields_total: 1,
      fields_signed: 1,
      signers: [signer('Ana', { signed_at: at })],
      participants: [{ id: 9, kind: 'lectura', name: 'Luis', invited_at: at, answered_at: null }],
      waits_for: 'others',
    },
    'wait',
    'Espera a Luis',
  ],
  ['an invited draft', { fields_total: 1, signers: [signer('Ana', { invited_at: at })] }, 'wait', 'Espera a Ana'],
  ['its seal', { fields_total: 1, fields_signed: 1, status: 'PROCESSING' }, 'wait', 'Cerrando el documento…'],
  ['a failed seal', { fields_total: 1, fields_signed: 1, status: 'FAILED' }, 'act', 'Reintentar el cierre'],
  ['nothing: complete', { is_signed: true, status: 'COMPLETED' }, 'act', 'Descargar'],
  ['nothing: cancelled', { status: 'CANCELLED', fields_total: 1 }, 'none', 'Nada pendiente'],
])('the next step of a document: %s', (_, changes, kind, text) => {
  expect(nextStep(documentWith(changes))).toEqual({ kind, text })
})
