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
  [1, false, noFilters, '1 documento'],
  [30, false, noFilters, '30 documentos'],
  [24, true, noFilters, 'Primeros 24 documentos'],
  [0, false, search, 'Ningún documento coincide'],
  [1, false, search, '1 documento coincide'],
  [3, false, search, '3 documentos coinciden'],
  [24, true, search, 'Primeros 24 documentos que coinciden'],
])('%i found (more: %s): "%4$s"', (count, more, filters, text) => {
  expect(foundMessage(count, more, filters)).toBe(text)
})

test('counts the added documents', () => {
  expect(addedMessage(1, 25)).toBe('Se agregó 1 documento; ahora se muestran 25')
  expect(addedMessage(24, 48)).toBe('Se agregaron 24 documentos; ahora se muestran 48')
})

const before = documentWith({
  status: 'PROCESSING',
  signers: [signer(1, 'Ana'), signer(2, 'Luis'), signer(3, 'Ana')],
})

test.each([
  ['nobody did anything', before, undefined],
  ['one has signed', { ...before, signers: [signer(1, 'Ana', NOW), signer(2, 'Luis')] }, 'contrato.pdf: firmó Ana'],
  [
    'one has signed two fields',
    { ...before, signers: [signer(1, 'Ana', NOW), signer(2, 'Luis'), signer(3, 'Ana', NOW)] },
    'contrato.pdf: firmó Ana',
  ],
  [
    'the last ones have signed',
    {
      ...before,
      is_signed: true,
      status: 'COMPLETED' as const,
      signers: [signer(1, 'Ana', NOW), signer(2, 'Luis', NOW)],
    },
    'contrato.pdf: firmaron Ana y Luis; ya tiene todas las firmas',
  ],
  ['it failed', { ...before, status: 'FAILED' as const }, 'contrato.pdf: Fallido'],
  ['somebody was added', { ...before, signers: [...before.signers, signer(4, 'Eva')] }, undefined],
])('%s', (_case, after, text) => {
  expect(changeMessage(before, after)).toBe(text)
})

test('a signature that was there before is no news', () => {
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
