import { makeChange } from '../changes.ts'
import {
  NOT_COMPARED,
  type PictureFinding,
  SAME_PICTURE,
  type SignatureReport,
  type VerificationReport,
} from '../report.ts'
import { describeHidden, describeReport, describeVerdict } from './describe.ts'
import { describeChange, signersByField } from './describe-change.ts'
import { describeCertificate, describeRevocation, describeTime, formatVerifiedMoment } from './describe-details.ts'
import { describeUncompared, withPictureNotes } from './describe-picture.ts'

const AT = new Date('2026-11-23T18:05:06Z')

test.each([
  [makeChange('signature-added', { field: 'Firma1' }), 'Firmó Ana Rojas'],
  [makeChange('signature-added', { field: 'Firma2' }), 'Se firmó el campo preparado «Firma2»'],
  [makeChange('signature-added'), 'Se firmó el campo preparado'],
  [
    makeChange('signature-field-added', { field: 'Firma1' }),
    'Firmó Ana Rojas en un campo nuevo, cuyo dibujo puede tapar contenido',
  ],
  [
    makeChange('signature-field-added', { field: 'Firma2' }),
    'Se agregó una firma en un campo nuevo «Firma2», cuyo dibujo puede tapar contenido',
  ],
  [makeChange('pages-added', { detail: '2' }), 'Se agregaron páginas (2)'],
  [makeChange('pages-removed'), 'Se quitaron páginas'],
  [makeChange('unknown-object'), 'Cambió algo cuyo sentido no se conoce (objeto ?)'],
  [makeChange('not-permitted', { field: 'Total', detail: '7' }), 'Se hizo un cambio que la firma no permite «Total»'],
  [makeChange('not-permitted', { detail: '7' }), 'Se hizo un cambio que la firma no permite «7»'],
  [makeChange('page-content', { page: 2 }), 'Cambió lo que muestra la página (página 2)'],
  [
    makeChange('annotation-added', { page: 1, rect: { x: 0.1, y: 0.25, width: 0.5, height: 0.333 } }),
    'Se agregó una anotación (página 1: ocupa 50 % del ancho y 33 % del alto, a 10 % de la izquierda y 25 % de arriba)',
  ],
])('describeChange: $kind', (each, expected) => {
  expect(describeChange(each, new Map([['Firma1', 'Ana Rojas']]))).toBe(expected)
})

test('signersByField names the signers of signatures with a certificate', () => {
  const of = (kind: SignatureReport['kind'], field: string, name?: string) =>
    ({ kind, field, certificate: name === undefined ? undefined : { name } }) as SignatureReport
  const signers = signersByField([
    of('signature', 'a', 'Ana'),
    of('signature', 'b'),
    of('document-time-stamp', 'c', 'TSA'),
  ])
  expect([...signers]).toEqual([['a', 'Ana']])
})

test.each([
  ['revoked', AT, `Revocado el ${formatVerifiedMoment(AT)}`],
  ['revoked', undefined, 'Revocado.'],
  ['good', AT, `No revocado, según se sabía el ${formatVerifiedMoment(AT)}`],
  ['good', undefined, 'No revocado.'],
  ['unknown', AT, 'No sabemos si fue revocado.'],
] as const)('describeRevocation: %s %s', (state, at, expected) => {
  expect(describeRevocation({ state, at })).toBe(expected)
  expect(describeRevocation({ state, at })).toMatch(/[^.]\.$/)
})

test.each([
  [{ source: 'none', at: undefined, authority: undefined, isProven: false }, /no dice cuándo/],
  [{ source: 'claimed', at: AT, authority: undefined, isProven: false }, /reloj de quien firmó: no es prueba/],
  [{ source: 'time-stamp', at: AT, authority: 'TSA', isProven: false }, /de TSA, en el que no podemos confiar/],
  [
    { source: 'time-stamp', at: AT, authority: undefined, isProven: true },
    /^Probado por el sello de tiempo de una autoridad sin nombre/,
  ],
  [{ source: 'document-time-stamp', at: AT, authority: 'TSA', isProven: true }, /^A más tardar/],
] as const)('describeTime: %j', (time, expected) => {
  expect(describeTime(time).text).toMatch(expected)
})

test.each([
  [{ trust: 'unknown', problem: 'expired', purpose: 'signature' }, 'signature', /autoridad que no conocemos/],
  [{ trust: 'national', problem: undefined, purpose: 'signature' }, 'signature', /Costa Rica\.$/],
  [
    { trust: 'national', problem: undefined, purpose: 'authentication' },
    'signature',
    /para identificarse, no para firmar\.$/,
  ],
  [{ trust: 'platform', problem: undefined, purpose: 'authentication' }, 'signature', /\(Ley 8454\)\.$/],
  [
    { trust: 'national', problem: undefined, purpose: 'other' },
    'document-time-stamp',
    /^Autoridad de sellos.*Costa Rica\.$/,
  ],
  [{ trust: 'national', problem: 'expired', purpose: 'other' }, 'document-time-stamp', /Venció, y nada prueba/],
  [{ trust: 'other', problem: 'not-yet-valid', purpose: 'other' }, 'signature', /Aún no era válido/],
  [{ trust: 'other', problem: 'unfit', purpose: 'other' }, 'signature', /condiciones que no sabemos/],
  [{ trust: 'other', problem: 'weak', purpose: 'other' }, 'signature', /ya no son seguros/],
  [{ trust: 'other', problem: 'purpose', purpose: 'other' }, 'signature', /No es para esto/],
  [{ trust: 'other', problem: 'name', purpose: 'other' }, 'signature', /no puede responder por este nombre/],
] as const)('describeCertificate: %j of a %s', (facts, kind, expected) => {
  expect(describeCertificate(facts as Parameters<typeof describeCertificate>[0], kind)).toMatch(expected)
})

const rect = { x: 0, y: 0, width: 0.1, height: 0.1 }
const different = (...pages: number[]): PictureFinding => ({
  state: 'different',
  differences: pages.map((page) => ({ page, rect })),
  uncompared: [],
})
const incomplete = (...uncompared: { from: number; to: number }[]): PictureFinding => ({
  state: 'incomplete',
  differences: [],
  uncompared,
})

describe('what the pictures did not show', () => {
  const words = { title: 'Título', text: 'Texto.' }
  const noteOf = (...args: [Parameters<typeof withPictureNotes>[1], PictureFinding[]]) =>
    withPictureNotes(words, ...args)
      .text.replace('Texto.', '')
      .trim()

  test.each([
    [[different(3)], 'No se ve como cuando se firmó la página 3.'],
    [[different(3, 2), different(3, 7)], 'No se ven como cuando se firmó las páginas 2–3 y 7.'],
    [[different(4, 5)], 'No se ven como cuando se firmó las páginas 4–5.'],
    [[SAME_PICTURE], ''],
  ])('a suspicious document tells its different pages', (findings, expected) => {
    expect(noteOf('suspicious', findings)).toBe(expected)
  })

  test('a promise tells the pages that were not compared, a bad verdict does not', () => {
    const findings = [incomplete({ from: 40, to: 300 }, { from: 1, to: 1 })]
    for (const verdict of ['valid', 'changed', 'unknown'] as const)
      expect(noteOf(verdict, findings)).toBe('No se compararon las páginas 1 y 40–300.')
    for (const verdict of ['unchecked', 'suspicious', 'invalid'] as const) expect(noteOf(verdict, findings)).toBe('')
    expect(noteOf('valid', [different(3)])).toBe('')
  })

  test('one page, all pages, many ranges', () => {
    expect(describeUncompared([incomplete({ from: 2, to: 2 })])).toBe('No se comparó la página 2.')
    expect(describeUncompared([incomplete({ from: 2, to: 3 })])).toBe('No se compararon las páginas 2–3.')
    expect(describeUncompared([SAME_PICTURE, NOT_COMPARED])).toBe('No se compararon las páginas.')
    expect(describeUncompared([SAME_PICTURE])).toBeUndefined()
    const ranges = [1, 3, 5, 7, 9].map((page) => ({ from: page, to: page }))
    expect(describeUncompared([incomplete(...ranges)])).toBe('No se compararon las páginas 1, 3, 5, 7 y 9.')
    expect(describeUncompared([incomplete(...ranges, { from: 11, to: 11 })])).toBe(
      'No se compararon las páginas 1, 3, 5, 7, 9 y otras.',
    )
    expect(describeUncompared([incomplete({ from: 1, to: 9 }, { from: 3, to: 4 }, { from: 10, to: 12 })])).toBe(
      'No se compararon las páginas 1–12.',
    )
  })
})

type Judged = Parameters<typeof describeVerdict>[0]
const judged: Judged = {
  verdict: 'valid',
  kind: 'signature',
  changes: [],
  algorithm: 'RSA con SHA-256',
  picture: SAME_PICTURE,
}
const drawing = makeChange('drawing-added', { page: 1, rect })
const value = makeChange('field-filled', { page: 1, rect })
const simulator = { trust: 'simulator' } as SignatureReport['certificate']

test.each<[string, Partial<Judged>, RegExp]>([
  ['valid and seen', {}, /^Firma válida: Lo firmado no ha cambiado/],
  [
    'valid, not drawn',
    { picture: NOT_COMPARED },
    /^Firma válida: La firma corresponde a este documento, .* No se compararon las páginas\.$/,
  ],
  ['valid stamp', { kind: 'document-time-stamp' }, /^Sello de tiempo válido: El documento existía así/],
  [
    'valid stamp, not drawn',
    { kind: 'document-time-stamp', picture: NOT_COMPARED },
    /^Sello de tiempo válido: Prueba que/,
  ],
  ['invalid stamp', { kind: 'document-time-stamp', verdict: 'invalid' }, /^No válida: /],
  ['of a simulator', { certificate: simulator }, /^Simulador: sin valor legal: Lo firmado no ha cambiado, pero/],
  [
    'of a simulator, not drawn',
    { certificate: simulator, picture: NOT_COMPARED },
    /^Simulador: sin valor legal: La firma corresponde/,
  ],
  ['drawn over', { verdict: 'changed', changes: [drawing] }, /^Firma válida, con un dibujo encima: /],
  ['filled', { verdict: 'changed', changes: [value] }, /^Firma válida, con campos llenados después: /],
  [
    'of somebody unknown, filled',
    { verdict: 'unknown', changes: [value] },
    /se llenaron campos del formulario, y ninguna/,
  ],
  ['unchecked', { verdict: 'unchecked' }, /^No podemos comprobar esta firma: .*: usa RSA con SHA-256\./],
  ['unchecked, without a name', { verdict: 'unchecked', algorithm: undefined }, /usa un algoritmo desconocido\./],
  [
    'distrusted',
    { verdict: 'unknown', distrust: ['a', 'b'] },
    /^No podemos confiar en esta firma: .*: a; b\. Pide que firmen de nuevo.*\.$/,
  ],
  [
    'distrusted stamp',
    { verdict: 'unchecked', kind: 'document-time-stamp', distrust: ['a'] },
    /^No podemos confiar en este sello de tiempo: .* No prueba desde cuándo/,
  ],
  [
    'distrusted and drawn over',
    { verdict: 'unknown', distrust: ['a'], changes: [drawing] },
    /Además, después se dibujó algo/,
  ],
  ['distrusted, nothing drawn', { verdict: 'unknown', distrust: ['a'] }, /algoritmos vigentes\.$/],
])('describeVerdict: %s', (_, over, expected) => {
  const { title, text } = describeVerdict({ ...judged, ...over })
  expect(`${title}: ${text}`).toMatch(expected)
})

const reportOf = (
  verdict: SignatureReport['verdict'],
  ...signatures: Partial<SignatureReport>[]
): VerificationReport => ({
  kind: 'signed',
  verdict,
  hidden: 0,
  signatures: signatures.map((each) => ({ ...judged, ...each }) as SignatureReport),
})

test.each<[string, VerificationReport, RegExp]>([
  ['one signature', reportOf('valid', {}), /^Documento firmado y sin cambios: 1 firma\. /],
  ['two signatures', reportOf('valid', {}, {}), /: 2 firmas\. /],
  ['a time stamp alone', reportOf('valid', { kind: 'document-time-stamp' }), /: Sello de tiempo\. /],
  ['not drawn', reportOf('valid', { picture: NOT_COMPARED }), /^Documento firmado: 1 firma\. .* No se compararon/],
  [
    'distrusted',
    reportOf('unknown', { distrust: ['a', 'b'] }, { distrust: ['a'] }),
    /^Hay firmas en las que no podemos confiar: 2 firmas\. .*: a; b\.$/,
  ],
  ['distrusted, but worse', reportOf('invalid', { distrust: ['a'] }), /^(?!Hay firmas en las que)/],
  ['unknown without a reason', reportOf('unknown', {}), /^(?!Hay firmas en las que)/],
  ['unsigned', { kind: 'unsigned', pages: 1 }, /^El documento no tiene firmas/],
  ['no PDF', { kind: 'unreadable', code: 'PDF_NOT_A_PDF', claims: 0 }, /^No es un PDF: Elige un archivo PDF\.$/],
  [
    'damaged, with claims',
    { kind: 'unreadable', code: 'PDF_MALFORMED', claims: 2 },
    /^El PDF está dañado: .* no te fíes de ellas\.$/,
  ],
  ['encrypted, with claims', { kind: 'unreadable', code: 'PDF_ENCRYPTED', claims: 2 }, /tal como se firmó\.$/],
])('describeReport: %s', (_, report, expected) => {
  const { title, text } = describeReport(report)
  expect(`${title}: ${text}`).toMatch(expected)
})

test('hidden signatures are counted', () => {
  expect(describeHidden(1)).toContain('1 firma escondida o retirada del')
  expect(describeHidden(2)).toContain('2 firmas escondidas o retiradas del')
})
