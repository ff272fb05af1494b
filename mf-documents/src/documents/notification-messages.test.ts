import type { Signer } from 'shared/contract'
import { documentWith } from '../testing/documents.ts'
import { noFilters } from './document-filters.ts'
import { addedMessage, changeMessage, changesMessage, foundMessage } from './notification-messages.ts'

const search = { ...noFilters, search: 'acta' }
const signer = (field_id: number, name: string, signed_at: string | null = null): Signer => ({
  field_id,
  name,
  invited_at: null,
  signed_at,
})
const NOW = '2026-02-01T12:00:00.000Z'

test.each([
  ['1 documento', 1, false, noFilters],
  ['30 documentos', 30, false, noFilters],
  ['Primeros 24 documentos', 24, true, noFilters],
  ['Ningún documento coincide', 0, false, search],
  ['1 documento coincide', 1, false, search],
  ['3 documentos coinciden', 3, false, search],
  ['Primeros 24 documentos que coinciden', 24, true, search],
])('the list announces «%s» for %i documents (more: %s)', (text, count, more, filters) => {
  expect(foundMessage(count, more, filters)).toBe(text)
})

test('the message counts the added documents, in singular and plural', () => {
  expect(addedMessage(1, 25)).toBe('Se agregó 1 documento; ahora se muestran 25')
  expect(addedMessage(24, 48)).toBe('Se agregaron 24 documentos; ahora se muestran 48')
})

const before = documentWith({
  status: 'PROCESSING',
  signers: [signer(1, 'Ana'), signer(2, 'Luis'), signer(3, 'Ana')],
})

test.each([
  ['no signer has signed', before, undefined],
  [
    'one signer has signed',
    { ...before, signers: [signer(1, 'Ana', NOW), signer(2, 'Luis')] },
    'contrato.pdf: firmó Ana',
  ],
  [
    'one signer has signed two fields',
    { ...before, signers: [signer(1, 'Ana', NOW), signer(2, 'Luis'), signer(3, 'Ana', NOW)] },
    'contrato.pdf: firmó Ana',
  ],
  [
    'the last signers have signed',
    {
      ...before,
      is_signed: true,
      status: 'COMPLETED' as const,
      signers: [signer(1, 'Ana', NOW), signer(2, 'Luis', NOW)],
    },
    'contrato.pdf: firmaron Ana y Luis; ya tiene todas las firmas',
  ],
  [
    'one person has signed under two spellings',
    {
      ...before,
      signers: [
        { ...signer(1, 'Ana', NOW), person: 0 },
        { ...signer(3, 'Ana M.', NOW), person: 0 },
      ],
    },
    'contrato.pdf: firmó Ana',
  ],
  ['the seal failed', { ...before, status: 'FAILED' as const }, 'contrato.pdf: Fallido'],
  ['a signer was added', { ...before, signers: [...before.signers, signer(4, 'Eva')] }, undefined],
])('message about a changed document: %s', (_case, after, text) => {
  expect(changeMessage(before, after)).toBe(text)
})

test('a signature that was already known is not announced again', () => {
  const signed = { ...before, signers: [signer(1, 'Ana', NOW), signer(2, 'Luis')] }
  expect(changeMessage(signed, { ...signed, description: 'otra' })).toBeUndefined()
})

test('with several changes, only documents that were listed are announced', () => {
  const other = documentWith({ id: 12, original_filename: 'acta.pdf' })
  const after = [
    documentWith({ id: 13, status: 'FAILED' }),
    { ...other, status: 'CANCELLED' as const },
    { ...before, signers: [signer(1, 'Ana', NOW)] },
  ]
  expect(changesMessage([before, other], after)).toBe('acta.pdf: Cancelado. contrato.pdf: firmó Ana')
  expect(changesMessage([before], [])).toBe('')
})
