import { templateWith } from '../testing/templates.ts'
import { findTemplates } from './find-templates.ts'

const house = templateWith({ id: 1, name: 'Alquiler de casa' })
const job = templateWith({ id: 2, name: 'Contrato laboral', roles: [] })

test.each([
  ['', [house, job]],
  ['ALQUÍLER', [house]],
  ['casa arrendatario', [house]],
  ['contrato casa', []],
])('the search %j finds the templates that contain all its words', (search, found) => {
  expect(findTemplates([house, job], search)).toEqual(found)
})
