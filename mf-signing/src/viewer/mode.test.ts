import { rulesOf } from './mode.ts'

test.each([
  ['viewer', false, { drag: true, keys: true, selectText: true, placeFields: false }],
  ['viewer', true, { drag: true, keys: true, selectText: true, placeFields: false }],
  ['editor', false, { drag: true, keys: true, selectText: true, placeFields: false }],
  ['editor', true, { drag: true, keys: false, selectText: false, placeFields: true }],
  ['signing', false, { drag: false, keys: true, selectText: true, placeFields: false }],
  ['signing', true, { drag: false, keys: true, selectText: true, placeFields: false }],
] as const)('rulesOf gives the permitted actions in the mode %s with editing %s', (mode, editing, rules) => {
  expect(rulesOf(mode, editing)).toEqual(rules)
})
