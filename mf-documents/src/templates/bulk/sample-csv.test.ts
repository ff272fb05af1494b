import { witness } from '../../testing/templates.ts'
import { sampleCsv } from './sample-csv.ts'

const role = (id: string, name: string, changes: object = {}) => ({
  ...witness,
  id,
  name,
  is_owner: false,
  asks_certificate: false,
  ...changes,
})

test('the sample has the columns of every role but the owner’s and of the form fields, and one row', () => {
  const roles = [
    role('r1', 'Arrendatario'),
    role('r2', 'Yo', { is_owner: true }),
    role('r3', 'Fiadora; "segunda"', { asks_certificate: true }),
  ]
  const formColumns = [
    { field: 1, title: 'Monto', role: 'r1', example: '1000' },
    { field: 0, title: '=Plan;', role: 'r2', example: 'Anual' },
  ]
  expect(sampleCsv(roles, formColumns).split('\r\n')).toEqual([
    '\uFEFFNombre de Arrendatario;Email de Arrendatario;"Nombre de Fiadora; ""segunda""";"Email de Fiadora; ""segunda""";"Identificación de Fiadora; ""segunda""";Nombre del documento;Monto;"\'=Plan;"',
    'Persona de ejemplo 1;ejemplo1@example.com;Persona de ejemplo 2;ejemplo2@example.com;01-0234-0567;Documento de ejemplo;1000;Anual',
    '',
  ])
})

test('a role without a field has columns, and no name of a role begins a formula', () => {
  const roles = [
    role('r1', '=HYPERLINK("https://example.com")'),
    role('r2', '@gerente', { kind: 'visto_bueno' }),
    role('r3', '+archivo', { kind: 'lectura' }),
  ]
  const [titles = '', row = ''] = sampleCsv(roles, []).slice(1).split('\r\n')
  expect(titles).toContain('Nombre de @gerente;Email de @gerente;Nombre de +archivo;Email de +archivo')
  for (const cell of [...titles.split(';'), ...row.split(';')]) expect(cell).toMatch(/^"?[\p{L}\p{N}]/u)
})
