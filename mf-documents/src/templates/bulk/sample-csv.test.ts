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

test('the sample has the columns of every role but the owner’s, and one row', () => {
  const roles = [
    role('r1', 'Arrendatario'),
    role('r2', 'Yo', { is_owner: true }),
    role('r3', 'Fiadora; "segunda"', { asks_certificate: true }),
  ]
  expect(sampleCsv(roles).split('\r\n')).toEqual([
    '\uFEFFNombre de Arrendatario;Email de Arrendatario;"Nombre de Fiadora; ""segunda""";"Email de Fiadora; ""segunda""";"Identificación de Fiadora; ""segunda""";Nombre del documento',
    'Persona de ejemplo 1;ejemplo1@example.com;Persona de ejemplo 2;ejemplo2@example.com;01-0234-0567;Documento de ejemplo',
    '',
  ])
})
