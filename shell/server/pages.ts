import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type AgentKind, matchesPath, mounts } from 'shared/contract'
import { pagePolicy } from './content-security-policy.ts'
import { frameScript, isFrameRequest } from './embedding/frame-ancestors.ts'
import { hasConfirmed } from './overrides.ts'
import { refuseRequest } from './refuse.ts'

export interface CompressedPage {
  readonly etag: string
  readonly policy: string
  readonly bodies: Readonly<Record<'br' | 'gzip' | 'identity', Buffer>>
}

const API_HOST_META = /(<meta name="trazo-api-host" content=")(")/

/**
 * `URL` escapes quotes.
 * @throws Error if the page has no place for the URL
 */
export const withApiHost = (html: string, apiHost: string): string => {
  if (apiHost === '') return html
  if (!API_HOST_META.test(html)) throw new Error('index.html has no <meta name="trazo-api-host" content="">')
  const address = new URL(apiHost).href.replace(/\/$/, '').replaceAll('&', '&amp;')
  return html.replace(API_HOST_META, (_whole, before: string, after: string) => `${before}${address}${after}`)
}

export const withHeadElements = (html: string, elements: string): string => {
  if (elements === '') return html
  if (!API_HOST_META.test(html)) throw new Error('index.html has no <meta name="trazo-api-host" content="">')
  return html.replace(/<meta name="trazo-api-host"[^>]*>/, (meta) => `${meta}${elements}`)
}

const withListMeta = (html: string, name: string, values: readonly string[]): string =>
  withHeadElements(html, values.length === 0 ? '' : `<meta name="${name}" content="${values.join(' ')}">`)

export interface PageSource {
  readonly html: string
  /** Of releases on other origins, as `html` names them. */
  readonly folders: readonly string[]
}

export interface PageOptions {
  /** '' for the site's origin. */
  readonly apiHost: string
  readonly signingAgent: AgentKind
  readonly overrideOrigins: readonly string[]
}

/** @param quality of Brotli; long pages take a second at the highest one */
export const toPage = (html: string, policy: string, quality = constants.BROTLI_MAX_QUALITY): CompressedPage => {
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality }
  const identity = Buffer.from(html)
  return {
    etag: `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`,
    policy,
    bodies: {
      br: brotliCompressSync(identity, { params }),
      gzip: gzipSync(identity, { level: constants.Z_BEST_COMPRESSION }),
      identity,
    },
  }
}

const preparePage = (
  { html: source, folders }: PageSource,
  { apiHost, signingAgent, overrideOrigins }: PageOptions,
  isConfirmed: boolean,
): CompressedPage => {
  const own = withListMeta(withApiHost(source, apiHost), 'trazo-mf-overrides', overrideOrigins)
  const asked = withListMeta(own, 'trazo-mf-confirmed', isConfirmed ? ['1'] : [])
  const html = withListMeta(asked, 'trazo-releases', folders)
  return toPage(html, pagePolicy(html, apiHost, signingAgent, isConfirmed ? overrideOrigins : [], folders))
}

const FRAMED_QUALITY = 4

/** Without developers' remotes. */
const prepareFramedPage = (
  { html: source, folders }: PageSource,
  { apiHost, signingAgent }: PageOptions,
  ancestors: readonly string[],
): CompressedPage => {
  const framed = withHeadElements(withApiHost(source, apiHost), frameScript(ancestors))
  const html = withListMeta(framed, 'trazo-releases', folders)
  return toPage(html, pagePolicy(html, apiHost, signingAgent, [], folders, ancestors), FRAMED_QUALITY)
}

export const encodingFor = (accepted = ''): keyof CompressedPage['bodies'] => {
  const names = accepted.split(',').filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part))
  const offered = new Set(names.map((part) => part.split(';')[0]?.trim().toLowerCase()))
  if (offered.has('br')) return 'br'
  return offered.has('gzip') ? 'gzip' : 'identity'
}

export const sendPage = (page: CompressedPage, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  reply.headers({
    'cache-control': reply.getHeader('cache-control') ?? 'no-cache',
    'content-security-policy': page.policy,
    etag: page.etag,
    vary: 'accept-encoding',
  })
  if (request.headers['if-none-match'] === page.etag) return reply.code(304).send()
  const encoding = encodingFor(request.headers['accept-encoding'])
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.type('text/html; charset=utf-8').send(page.bodies[encoding])
}

/** One text per remote and one for other pages, plus a margin. */
const PREPARED_MAX = 32

/** Monitors and link previews often accept anything. */
const acceptsAnything = (accept: string): boolean =>
  accept.trim() === '' || (/\*\/\*|\btext\/\*/.test(accept) && !/\bjson\b|\bevent-stream\b/.test(accept))

const FILE = /\.\w+$/

/** Names of documents often end like a file. */
const isPageOrNoFile = (pathname: string): boolean =>
  !FILE.test(pathname) || mounts.some(({ path }) => matchesPath(path, pathname))

/** Climbs, hides a separator or is doubly encoded. */
const ODD = /\.\.|%(?:00|25|2e|2f|5c)|\\|\/\//i

const isWellFormed = (url: string): boolean => {
  const [path = ''] = url.split('?', 1)
  try {
    decodeURIComponent(path)
    return !ODD.test(path)
  } catch {
    return false
  }
}

const isNavigation = ({ method, headers, url }: FastifyRequest): boolean => {
  if (method !== 'GET' && method !== 'HEAD') return false
  const { accept = '' } = headers
  if (/\btext\/html\b/.test(accept)) return true
  const use = headers['sec-fetch-dest'] ?? 'document'
  return use === 'document' && acceptsAnything(accept) && isWellFormed(url) && isPageOrNoFile(pathnameOf(url))
}

const pathnameOf = (url: string): string => new URL(url, 'http://site').pathname

/**
 * Answers all other addresses; the client's router chooses the screen.
 * @param sourceFor HTML by path; returns few distinct texts
 */
export const servePages = (
  site: FastifyInstance,
  sourceFor: (pathname: string) => Promise<PageSource>,
  options: PageOptions,
  ancestorsFor: (request: FastifyRequest) => Promise<readonly string[]>,
): void => {
  const prepared = new Map<string, CompressedPage>()
  const pageFor = async (request: FastifyRequest): Promise<CompressedPage> => {
    const source = await sourceFor(pathnameOf(request.url))
    const isConfirmed = options.overrideOrigins.length > 0 && hasConfirmed(request)
    // Pages with the same text may differ in their policy.
    const key = [isConfirmed, ...source.folders, source.html].join('\n')
    const page = prepared.get(key) ?? preparePage(source, options, isConfirmed)
    if (prepared.size >= PREPARED_MAX) prepared.clear()
    prepared.set(key, page)
    return page
  }
  site.setNotFoundHandler(async (request, reply) => {
    if (!isNavigation(request)) return refuseRequest(reply, 'NOT_FOUND')
    const ancestors = isFrameRequest(request) ? await ancestorsFor(request) : []
    if (ancestors.length === 0) return sendPage(await pageFor(request), request, reply)
    const page = prepareFramedPage(await sourceFor(pathnameOf(request.url)), options, ancestors)
    delete request.headers['if-none-match']
    return sendPage(page, request, reply.header('cache-control', 'no-store'))
  })
}
