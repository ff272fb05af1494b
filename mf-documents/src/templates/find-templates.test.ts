import { templateWith } from '../testing/templates.ts'
import { findTemplates, templateTags } from './find-templates.ts'

const house = templateWith({ id: 1, name: 'Alquiler de casa' })
const job = templateWith({ id: 2, name: 'Contrato laboral', roles: [] })

test.each([
  ['', [house, job]],
  ['ALQUÍLER', [house]],
  ['casa arrendatario', [house]],
  ['contrato casa', []],
])('the search %j finds the templates that contain all its words', (search, found) => {
  expect(findTemplates([house, job], { search, tag: '' })).toEqual(found)
})

test('a tag and words together find the templates that have both', () => {
  const tagged = { ...house, tags: ['2026', 'Alquiler'] }
  expect(templateTags([tagged, job, { ...job, tags: ['Año', '2026'] }])).toEqual(['2026', 'Alquiler', 'Año'])
  expect(findTemplates([tagged, job], { search: '', tag: '2026' })).toEqual([tagged])
  expect(findTemplates([tagged, job], { search: 'laboral', tag: '2026' })).toEqual([])
})
