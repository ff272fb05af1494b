/** @jest-environment node */
import fastify from 'fastify'
import { servePages } from './pages.ts'

test('a page admits the folders of the moment, even if its text has not changed', async () => {
  const cdn = 'https://cdn.example/equipo/1/'
  let folders: readonly string[] = []
  const site = fastify()
  const html = '<meta name="trazo-api-host" content="">'
  const options = { apiHost: '', signingAgent: 'simulated', overrideOrigins: [] } as const
  servePages(site, async () => ({ html, folders }), options, {
    ancestorsFor: async () => [],
    askPicture: async () => '',
  })
  const policy = async () => {
    const { headers } = await site.inject({ url: '/', headers: { accept: 'text/html' } })
    return String(headers['content-security-policy'])
  }
  expect(await policy()).not.toContain(cdn)
  folders = [cdn]
  expect(await policy()).toContain(`script-src 'self' 'wasm-unsafe-eval' ${cdn};`)
  folders = []
  expect(await policy()).not.toContain(cdn)
  await site.close()
})
