import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

/** Layers that also run in browsers. */
const ANYWHERE = /^(annotate|cms|picture|places|syntax|testing|verify)\//
const NODE_ONLY = /^(cms\/node\/|picture\/node\/|testing\/node\/|syntax\/inflate-node\.ts$)/

const sources = readdirSync(__dirname, { recursive: true, encoding: 'utf8' })
  .map((name) => relative(__dirname, join(__dirname, name)))
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
const portable = sources.filter((name) => ANYWHERE.test(name) && !NODE_ONLY.test(name))
const read = (name: string): string => readFileSync(join(__dirname, name), 'utf8')

test('more than 50 source files belong to the layers that run in browsers', () =>
  expect(portable.length).toBeGreaterThan(50))

test.each(portable)('%s uses no Node.js API and imports only layers that run in browsers', (name) => {
  expect(read(name)).not.toMatch(/from 'node:|\bBuffer\b|\bprocess\./)
  const imported = [...read(name).matchAll(/from '(\.[^']+)'/g)].map(([, path = '']) =>
    relative(__dirname, join(__dirname, name, '..', path)),
  )
  expect(imported.filter((path) => !ANYWHERE.test(path) || NODE_ONLY.test(path))).toEqual([])
})
