/** @jest-environment node */
import { once } from 'node:events'
import { createServer, get, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import fastify from 'fastify'
import { servePages } from '../pages.ts'
import { askFirstPage, PICTURE_PLACE, pictureRequestOf } from './first-page-picture.ts'

const TOKEN = 'a'.repeat(43)
const LINK = `/sign/field/12/contrato/7?token=${TOKEN}`
const opens = { 'sec-fetch-mode': 'navigate', accept: 'text/html' }
const PAGE = { sha256: 'f'.repeat(64), width: 595, height: 842, pages: 3, picture: 'UklGRg==' }

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** An API that answers with this, and keeps the calls. */
const startApi = async (reply: unknown, status = 200, more: Record<string, string> = {}) => {
  const asked: { url: string | undefined; headers: IncomingHttpHeaders }[] = []
  const api = createServer(({ url, headers }, response) => {
    asked.push({ url, headers })
    response.writeHead(status, { 'content-type': 'application/json', ...more }).end(JSON.stringify(reply))
  })
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve))
  closing.push(() => {
    api.closeAllConnections()
    api.close()
  })
  return { asked, url: `http://127.0.0.1:${(api.address() as AddressInfo).port}` }
}

const SCRIPTS = '<script>start()</script>'
const HTML = `<meta name="trazo-api-host" content=""><p>Cargando documento…</p>${PICTURE_PLACE}${SCRIPTS}</body>`

const startSite = (apiUrl: string, askPicture = askFirstPage(apiUrl)) => {
  const site = fastify()
  const options = { apiHost: '', signingAgent: 'simulated', overrideOrigins: [] } as const
  servePages(site, async () => ({ html: HTML, folders: [] }), options, {
    ancestorsFor: async () => [],
    askPicture,
  })
  closing.push(() => site.close())
  return site
}

test('a mailed link gets a page with the picture of the newest revision, which no cache keeps', async () => {
  const { url, asked } = await startApi({ page: PAGE })
  const { headers, body } = await startSite(url).inject({ url: LINK, headers: opens, remoteAddress: '10.1.2.3' })
  expect(body).toContain(
    `</p><template id="trazo-first-page" data-page="595 842 3" data-revision="${PAGE.sha256}">` +
      `<img alt="" decoding="sync" src="data:image/webp;base64,UklGRg=="></template>${SCRIPTS}`,
  )
  expect([headers['cache-control'], headers.etag]).toEqual(['no-store', undefined])
  expect(asked).toMatchObject([
    {
      url: '/home/api/files/12/first_page?device=desktop',
      headers: { authorization: `Invitation ${TOKEN}`, 'x-forwarded-for': '10.1.2.3' },
    },
  ])
})

test.each([
  [true, `" data-signs><img`],
  [false, `"><img`],
])('the page says whether its link may sign (%s)', async (signs, end) => {
  const { url } = await startApi({ page: { ...PAGE, signs } })
  const { body } = await startSite(url).inject({ url: LINK, headers: opens })
  expect(body).toContain(`data-revision="${PAGE.sha256}${end}`)
})

test.each([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
])('the page is compressed (%s)', async (encoding, decompress) => {
  const { url } = await startApi({ page: PAGE })
  const headers = { ...opens, 'accept-encoding': encoding }
  const reply = await startSite(url).inject({ url: LINK, headers })
  expect(reply.headers['content-encoding']).toBe(encoding)
  expect(decompress(reply.rawPayload).toString()).toContain('UklGRg==')
})

test('what comes before the picture does not wait for it', async () => {
  const drawn = Promise.withResolvers<string>()
  const site = startSite('', () => drawn.promise)
  const address = await site.listen({ port: 0, host: '127.0.0.1' })
  // `fetch` says itself how it asks.
  const [response] = await once(get(address + LINK, { headers: opens }), 'response')
  const parts = response.setEncoding('utf8')[Symbol.asyncIterator]()
  let begin = ''
  while (!begin.includes('</p>')) begin += (await parts.next()).value
  expect(begin).not.toContain('template')
  drawn.resolve('<template></template>')
  let rest = ''
  for await (const part of parts) rest += part
  expect(rest).toBe(`<template></template>${SCRIPTS}</body>`)
})

test.each<[string, unknown, number?]>([
  ['a closed link', { code: 'SESSION_EXPIRED' }, 401],
  ['a page that cannot be drawn', { page: null }],
  ['an answer that is no picture', { page: { ...PAGE, picture: '"><script>alert(1)</script>' } }],
  ['an answer that is not understood', { page: { picture: 5 } }],
  ['an API that is busy', {}, 503],
])('%s gives the page without a picture', async (_, reply, status = 200) => {
  const { url } = await startApi(reply, status)
  const { body, headers } = await startSite(url).inject({ url: LINK, headers: opens })
  expect(body).toBe(HTML.replace(PICTURE_PLACE, ''))
  expect(headers['cache-control']).toBe('no-store')
})

test('the page of a document without a token asks as anybody', async () => {
  const { url, asked } = await startApi({ page: PAGE })
  const { body } = await startSite(url).inject({ url: '/sign/12/contrato', headers: opens })
  expect(body).toContain('UklGRg==')
  expect(asked[0]?.headers.authorization).toBeUndefined()
})

test.each<[string, unknown, number, Record<string, string>, string]>([
  ['a kept picture', { page: PAGE }, 200, { 'server-timing': 'picture;dur=1.0;desc=kept' }, 'kept'],
  ['a drawn picture', { page: PAGE }, 200, { 'server-timing': 'picture;dur=90.1;desc=drawn' }, 'drawn'],
  ['a page without a picture', { page: null }, 200, {}, 'none'],
  ['a closed link', { code: 'SESSION_EXPIRED' }, 401, {}, 'refused'],
  ['an answer that is not understood', { page: 5 }, 200, {}, 'late'],
])('the site counts %s as that', async (_, reply, status, headers, outcome) => {
  const { url } = await startApi(reply, status, headers)
  const counted: [string, number][] = []
  const asked = (...one: [string, number]) => void counted.push(one)
  await startSite('', askFirstPage(url, { asked })).inject({ url: LINK, headers: opens })
  expect(counted).toEqual([[outcome, expect.any(Number)]])
})

test('without the API the page comes without a picture', async () => {
  const { body } = await startSite('http://127.0.0.1:9').inject({ url: LINK, headers: opens })
  expect(body).toBe(HTML.replace(PICTURE_PLACE, ''))
})

const requestOf = (over: { url?: string; method?: string; headers?: Record<string, string> } = {}) =>
  pictureRequestOf({ method: 'GET', url: LINK, ...over, headers: { ...opens, ...over.headers } })

test.each([
  ['a phone of Chrome', { 'sec-ch-ua-mobile': '?1', 'user-agent': 'Mozilla/5.0 (Linux; Android 10; K)' }, 'phone'],
  ['a desktop of Chrome', { 'sec-ch-ua-mobile': '?0', 'user-agent': 'Mozilla/5.0 (X11) Mobile' }, 'desktop'],
  [
    'an iPhone',
    { 'user-agent': 'Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari' },
    'phone',
  ],
  ['a Mac', { 'user-agent': 'Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15' }, 'desktop'],
])('%s gets a picture of its size', (_, headers, device) => {
  expect(requestOf({ headers })).toEqual({ documentId: 12, token: TOKEN, device })
})

test.each([
  ['a scanner of mails', { headers: { 'sec-fetch-mode': '' } }],
  ['a browser that fetches ahead', { headers: { 'sec-purpose': 'prefetch' } }],
  ['a script', { headers: { 'sec-fetch-mode': 'cors' } }],
  ['another method', { method: 'HEAD' }],
  ['a link with two tokens', { url: `${LINK}&token=${TOKEN}` }],
  ['a link with another kind of token', { url: '/sign/12/contrato?token=a.b' }],
  ['another page', { url: `/verify?token=${TOKEN}` }],
  ['a link without a document', { url: `/sign/field?token=${TOKEN}` }],
])('%s gets no picture', (_, over) => {
  expect(requestOf(over)).toBeUndefined()
})
