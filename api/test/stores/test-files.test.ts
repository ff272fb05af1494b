import { aboutOneStore, shortSet, testFiles, wholeSet } from './test-files.ts'

const isOfOneKind = (kind: string) => (file: string) => file.endsWith(`.${kind}.test.ts`)

test('what works on a store runs on both, or its reason is listed', () => {
  const { onStores } = testFiles()
  const listed = Object.keys(aboutOneStore).sort()
  expect(listed.filter((file) => !onStores.includes(file))).toEqual([])
  expect([...wholeSet(), ...listed].sort()).toEqual([...onStores].sort())
  for (const reason of Object.values(aboutOneStore)) expect(reason.length).toBeGreaterThan(20)
})

test('a file named after SQLite has a reason, and one named after PostgreSQL is run', () => {
  const { onStores, others } = testFiles()
  const all = [...onStores, ...others]
  expect(all.filter(isOfOneKind('sqlite')).filter((file) => !(file in aboutOneStore))).toEqual([])
  expect(all.filter(isOfOneKind('postgres')).filter((file) => !wholeSet().includes(file))).toEqual([])
})

test('the short set is part of the whole', () => {
  expect(shortSet().filter((file) => !wholeSet().includes(file))).toEqual([])
})

test('most tests of the API are about what is kept somewhere', () => {
  expect(wholeSet().length).toBeGreaterThan(80)
})
