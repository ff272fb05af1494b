import { signatureResult } from '../testing/wire.ts'
import { securityNotes } from './security-notes.ts'

test('a verified signature with a time stamp gets the notes on changes and on its time stamp', () => {
  expect(securityNotes(signatureResult())).toEqual([
    'Formato PAdES (nivel B-T)',
    'Cualquier cambio posterior al PDF es detectable',
    'Sello de tiempo de Trazo TSA',
    'Estándar ETSI EN 319 142 (PAdES). No es una firma cualificada eIDAS.',
  ])
})

test('an unverified signature without a time stamp gets no notes on changes or time stamp', () => {
  expect(securityNotes(signatureResult({ level: 'B-B', verified: false, timestamp: null }))).toEqual([
    'Formato PAdES (nivel B-B)',
    'Fecha y hora del servidor',
    'Estándar ETSI EN 319 142 (PAdES). No es una firma cualificada eIDAS.',
  ])
})
