import { createHash } from 'node:crypto'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AgentKind } from 'shared/contract'
import { pagePolicy } from './content-security-policy.ts'
import { refuse } from './refuse.ts'

/** One page, ready to be sent in each encoding. */
interface Page {
  readonly etag: string
  readonly policy: string
  readonly bodies: Readonly<Record<'br' | 'gzip' | 'identity', Buffer>>
}

/** The place in the page where its scripts read {host}. */
const API_HOST_META = /(<meta name="trazo-api-host" content=")(")/

/**
 * The page with {host} in it. The address has no quotes: it is one that `URL` could parse, written as `URL` writes it.
 *
 * @throws Error when the page has no place for it
 */
export const withApiHost = (html: string, apiHost: string): string => {
  if (apiHost === '') return html
  if (!API_HOST_META.test(html)) throw new Error('index.html has no <meta name="trazo-api-host" content="">')
  const address = new URL(apiHost).href.replace(/\/$/, '').replaceAll('&', '&amp;')
  return html.replace(API_HOST_META, (_whole, before: string, after: string) => `${before}${address}${after}`)
}

/** The page with further elements in its head, before everything that fetches something. */
export const withEarlyStart = (html: string, elements: string): string => {
  if (elements === '') return html
  if (!API_HOST_META.test(html)) throw new Error('index.html has no <meta name="trazo-api-host" content="">')
  return html.replace(/<meta name="trazo-api-host"[^>]*>/, (meta) => `${meta}${elements}`)
}

/** The page with the origins that a developer's remote may come from; without any, nothing in it speaks of that. */
export const withOverrideOrigins = (html: string, origins: readonly string[]): string =>
  withEarlyStart(html, origins.length === 0 ? '' : `<meta name="trazo-mf-overrides" content="${origins.join(' ')}">`)

/** What a page is made with, beside its path. */
export interface PageOptions {
  /** Where browsers reach the API; '' for the site's own origin. */
  readonly apiHost: string
  /** What people sign with: their own program, or nothing of theirs. */
  readonly signingAgent: AgentKind
  /** Where a developer's remote may come from. */
  readonly overrideOrigins: readonly string[]
}

const preparePage = (source: string, { apiHost, signingAgent, overrideOrigins }: PageOptions): Page => {
  const html = withOverrideOrigins(withApiHost(source, apiHost), overrideOrigins)
  const identity = Buffer.from(html)
  return {
    etag: `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`,
    policy: pagePolicy(html, apiHost, signingAgent, overrideOrigins),
    bodies: { br: brotliCompressSync(identity), gzip: gzipSync(identity), identity },
  }
}

const encodingFor = (accepted = ''): keyof Page['bodies'] => {
  const names = accepted.split(',').filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part))
  const offered = new Set(names.map((part) => part.split(';')[0]?.trim().toLowerCase()))
  if (offered.has('br')) return 'br'
  return offered.has('gzip') ? 'gzip' : 'identity'
}

const sendPage = (page: Page, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  reply.headers({
    'cache-control': 'no-cache',
    'content-security-policy': page.policy,
    etag: page.etag,
    vary: 'accept-encoding',
  })
  if (request.headers['if-none-match'] === page.etag) return reply.code(304).send()
  const encoding = encodingFor(request.headers['accept-encoding'])
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.type('text/html; charset=utf-8').send(page.bodies[encoding])
}

/** More than the site has at one time: a text for each remote, and one for all other pages. */
const PREPARED_MAX = 32

/** A person who opens an address, as opposed to a script that asks for a file which is not there. */
const isNavigation = ({ method, headers }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') && /\btext\/html\b/.test(headers.accept ?? '')

/**
 * Answers every address that nothing else answers with the page for it: which screen that is, the router in the browser
 * knows.
 *
 * @param indexHtmlFor the page's HTML by its path (without query); a few different texts in all
 */
export const servePages = (
  site: FastifyInstance,
  indexHtmlFor: (pathname: string) => Promise<string>,
  options: PageOptions,
): void => {
  const prepared = new Map<string, Page>()
  const pageFor = async (pathname: string): Promise<Page> => {
    const html = await indexHtmlFor(pathname)
    const page = prepared.get(html) ?? preparePage(html, options)
    // Each registry makes new texts, and nobody asks for those of the one before.
    if (prepared.size >= PREPARED_MAX) prepared.clear()
    prepared.set(html, page)
    return page
  }
  site.setNotFoundHandler(async (request, reply) =>
    isNavigation(request)
      ? sendPage(await pageFor(new URL(request.url, 'http://site').pathname), request, reply)
      : refuse(reply, 'NOT_FOUND'),
  )
}
