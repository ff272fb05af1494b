import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findRepeats } from './repeats.ts'
import type { SourceText } from './sources.ts'

const repeatsIn = (sources: readonly SourceText[]) => findRepeats(sources, {}).repeats
const source = (file: string, text: string) => ({ file, text })

const body =
  "(text: string): string => {\n  const parts = text.split(' ')\n\n  return parts.map((part) => part.trim().toUpperCase()).join('-')\n}"

test('the search finds a duplicated function with another name and other spaces', () => {
  const first = source('a.ts', `const START = 1\n\nexport const shout = ${body}\n\nconst END = 2\n`)
  const second = source('b.tsx', `const cry = ${body.replaceAll('  ', '    ')}\n`)
  assert.deepEqual(repeatsIn([first, second]), ['a.ts shout = b.tsx cry'])
})

const claim = `
  export const claimJob = async (db: Db, now: number): Promise<Job | undefined> => {
    const job = await db.selectFrom('jobs').selectAll().where('due_at', '<=', now).executeTakeFirst()
    if (job === undefined) return undefined
    await db.updateTable('jobs').set({ due_at: now + 5 }).where('id', '=', job.id).execute()
    return job
  }`
const renamed = claim
  .replaceAll('claimJob', 'takeMail')
  .replaceAll('job', 'mail')
  .replaceAll('now', 'instant')
  .replace('+ 5', '+ 60')
  .replace('<=', '<')
  .replace('Promise<Job | undefined>', 'Promise<unknown>')

test('the search finds functions of one shape with other names, values and types', () => {
  assert.deepEqual(repeatsIn([source('api/a.ts', claim), source('pdf/b.ts', renamed)]), [
    'api/a.ts claimJob = pdf/b.ts takeMail',
  ])
})

test('functions of one shape may be declared, methods, or nested in another', () => {
  const inside = (text: string) => text.replace(/export const (\w+) = async (\([^)]*\))[^{]*/, 'async function $1$2 ')
  const found = repeatsIn([
    source('scripts/a.mjs', inside(claim).replaceAll(/: (?:Db|number)/g, '')),
    source('shared/b.ts', `export const createWorker = () => { ${inside(renamed)}\n  return takeMail }`),
  ])
  assert.deepEqual(found, ['scripts/a.mjs claimJob = shared/b.ts takeMail'])
})

test('another operator, another call or another order of names is another shape', () => {
  for (const [before, after] of [
    ["'<=', now", "'<=', db"],
    ['job === undefined', 'job !== undefined'],
    ['.execute()\n', '.compile().execute()\n'],
    ['async (', '('],
  ] as const) {
    const other = claim.replace(before, after)
    assert.ok(other.includes(after), before)
    assert.deepEqual(repeatsIn([source('a.ts', claim), source('b.ts', other)]), [], before)
  }
})

test('elements of other kinds are of another shape', () => {
  const part = (element: string) =>
    `export function Part({ title, children }: Props) { return <${element} className={styles.part}><h2 id={title}>{title}</h2><p>{children}</p><p>{title}</p><Link to={title}>{children}</Link></${element}> }`
  assert.equal(repeatsIn([source('a.tsx', part('section')), source('b.tsx', part('section'))]).length, 1)
  assert.deepEqual(repeatsIn([source('a.tsx', part('section')), source('b.tsx', part('li'))]), [])
})

test('the search does not report different functions, short functions, tests or migrations', () => {
  assert.deepEqual(
    repeatsIn([
      source('a.ts', `const shout = ${body}\n`),
      source('b.ts', `const shout = ${body.replace('.trim()', '')}\n`),
      source('c.test.ts', `const shout = ${body}\n`),
      source('api/src/migrations/1.ts', `const shout = ${body}\n`),
      source('d.ts', 'const two = (): number => 2\n'),
      source('e.ts', 'const two = (): number => 2\n'),
    ]),
    [],
  )
})

test('an allowed repeat is not reported, and an allowance without a repeat is', () => {
  const allowed = { 'a.ts claimJob = b.ts takeMail': 'a reason', 'a.ts gone = b.ts gone': 'a reason' }
  assert.deepEqual(findRepeats([source('a.ts', claim), source('b.ts', renamed)], allowed), {
    repeats: [],
    unusedAllowances: ['a.ts gone = b.ts gone'],
  })
})
