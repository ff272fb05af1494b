import { aboutOneStore, shortSet, testFiles, wholeSet } from './test-files.ts'

const isOfOneKind = (kind: string) => (file: string) => file.endsWith(`.${kind}.test.ts`)

test('every test that uses a store runs on both stores or has a listed reason', () => {
  const { onStores } = testFiles()
  const listed = Object.keys(aboutOneStore).sort()
  expect(listed.filter((file) => !onStores.includes(file))).toEqual([])
  expect([...wholeSet(), ...listed].sort()).toEqual([...onStores].sort())
  for (const reason of Object.values(aboutOneStore)) expect(reason.length).toBeGreaterThan(20)
})

test('every SQLite test file has a listed reason, and every PostgreSQL test file runs', () => {
  const { onStores, others } = testFiles()
  const all = [...onStores, ...others]
  expect(all.filter(isOfOneKind('sqlite')).filter((file) => !(file in aboutOneStore))).toEqual([])
  expect(all.filter(isOfOneKind('postgres')).filter((file) => !wholeSet().includes(file))).toEqual([])
})

test('the short set is part of the whole set', () => {
  expect(shortSet().filter((file) => !wholeSet().includes(file))).toEqual([])
})

test('more than 80 test files run on both stores', () => {
  expect(wholeSet().length).toBeGreaterThan(80)
})
