/** @jest-environment jsdom */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { configureHost, urlOf } from 'shared/http'
import { apiHostOf } from './api-host.ts'

const template = readFileSync(join(__dirname, 'index.html'), 'utf8')
const pageOf = (html: string) => new DOMParser().parseFromString(html, 'text/html')

afterEach(() => configureHost(''))

test('the page as built sends every call to its own origin', () => {
  configureHost(apiHostOf(pageOf(template)))
  expect(urlOf({ path: '/api/auth/login/' })).toBe('/api/auth/login/')
})

test('every call goes to the host that the site server wrote into the page', () => {
  const page = template.replace(
    'name="trazo-api-host" content=""',
    'name="trazo-api-host" content="https://api.example"',
  )
  configureHost(apiHostOf(pageOf(page)))
  expect(urlOf({ path: '/api/auth/login/' })).toBe('https://api.example/api/auth/login/')
})

test('a page without an API host element uses its own origin', () => {
  expect(apiHostOf(pageOf('<!doctype html>'))).toBe('')
})
