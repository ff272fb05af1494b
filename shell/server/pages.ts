import { createHash } from 'node:crypto'
import { PassThrough } from 'node:stream'
import { brotliCompressSync, constants, createBrotliCompress, createGzip, gzipSync } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type AgentKind, isSigningPath, matchesPath, mounts } from 'shared/contract'
import { FRAMES_TIMING, REPORT_TIMING } from 'shared/contract/load-events'
import { pagePolicy } from './content-security-policy.ts'
import { frameScript, isFrameRequest } from './embedding/frame-ancestors.ts'
import { hasConfirmed } from './overrides.ts'
import { type AskFirstPage, PICTURE_PLACE, pictureRequestOf } from './prerender/first-page-picture.ts'
import type { FindPreview, OpenedPreview } from './previews/open-preview.ts'
import { withPreviewStrip } from './previews/preview-strip.ts'
import { refuseRequest } from './refuse.ts'

export interface CompressedPage {
  readonly etag: string
  readonly policy: string
  /** The HTML before and after the place for a picture of the document. */
  readonly aroundPicture: readonly [string, string] | undefined
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
  /** For this answer alone; it is in no body, so that bodies stay cacheable. */
  readonly reportToken?: string | undefined
  readonly html: string
  /** Of releases on other origins, as `html` names them. */
  readonly folders: readonly string[]
}

export interface PageOptions {
  /** '' for the site's origin. */
  readonly apiHost: string
  readonly signingAgent: AgentKind
  readonly overrideOrigins: readonly string[]
  readonly errorFingerprints?: boolean
}

const aroundPlace = (html: string): CompressedPage['aroundPicture'] => {
  const place = html.indexOf(PICTURE_PLACE)
  return place < 0 ? undefined : [html.slice(0, place), html.slice(place + PICTURE_PLACE.length)]
}

/** @param quality of Brotli; long pages take a second at the highest one */
export const toPage = (html: string, policy: string, quality = constants.BROTLI_MAX_QUALITY): CompressedPage => {
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality }
  const identity = Buffer.from(html)
  return {
    etag: `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`,
    policy,
    aroundPicture: aroundPlace(html),
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
  quality?: number,
): CompressedPage => {
  const own = withListMeta(withApiHost(source, apiHost), 'trazo-mf-overrides', overrideOrigins)
  const asked = withListMeta(own, 'trazo-mf-confirmed', isConfirmed ? ['1'] : [])
  const html = withListMeta(asked, 'trazo-releases', folders)
  return toPage(html, pagePolicy(html, apiHost, signingAgent, isConfirmed ? overrideOrigins : [], folders), quality)
}

/** Of pages that are compressed for one answer. */
const ONCE_QUALITY = 4

/** Without developers' remotes. */
const prepareFramedPage = (
  { html: source, folders }: PageSource,
  { apiHost, signingAgent }: PageOptions,
  ancestors: readonly string[],
): CompressedPage => {
  const framed = withHeadElements(withApiHost(source, apiHost), frameScript(ancestors))
  const html = withListMeta(framed, 'trazo-releases', folders)
  return toPage(html, pagePolicy(html, apiHost, signingAgent, [], folders, ancestors), ONCE_QUALITY)
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

const compressorFor = (encoding: keyof CompressedPage['bodies']) => {
  if (encoding === 'br') return createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: ONCE_QUALITY } })
  return encoding === 'gzip' ? createGzip({ level: constants.Z_BEST_COMPRESSION }) : new PassThrough()
}

interface PageWithPlace extends Pick<CompressedPage, 'policy'> {
  readonly aroundPicture: NonNullable<CompressedPage['aroundPicture']>
}

/** The page up to the picture leaves at once. No cache keeps a page with a document's content. */
const sendPageWithPicture = (
  { policy, aroundPicture: [before, after] }: PageWithPlace,
  picture: Promise<string>,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply => {
  const encoding = encodingFor(request.headers['accept-encoding'])
  const body = compressorFor(encoding)
  body.write(before)
  if (!(body instanceof PassThrough)) body.flush()
  void picture.then((element) => body.end(element + after))
  reply.headers({ 'cache-control': 'no-store', 'content-security-policy': policy, vary: 'accept-encoding' })
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.type('text/html; charset=utf-8').send(body)
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

/** Guests and frames always get the live release. */
const admitsPreview = ({ headers, url }: FastifyRequest): boolean =>
  (headers['sec-fetch-dest'] ?? 'document') === 'document' && !isSigningPath(pathnameOf(url))

const timingOf = (token: string, { errorFingerprints = false }: PageOptions): string =>
  [`${REPORT_TIMING};desc="${token}"`, ...(errorFingerprints ? [FRAMES_TIMING] : [])].join(', ')

/** Asked for one page. */
export interface PageQuestions {
  readonly ancestorsFor: (request: FastifyRequest) => Promise<readonly string[]>
  readonly askPicture: AskFirstPage
  readonly findPreview?: FindPreview
}

/**
 * Answers all other addresses; the client's router chooses the screen.
 * @param sourceFor HTML by path; returns few distinct texts
 */
export const servePages = (
  site: FastifyInstance,
  sourceFor: (pathname: string, address: string, preview: OpenedPreview | undefined) => Promise<PageSource>,
  options: PageOptions,
  { ancestorsFor, askPicture, findPreview }: PageQuestions,
): void => {
  const prepared = new Map<string, CompressedPage>()
  const pageFor = (request: FastifyRequest, source: PageSource, preview?: OpenedPreview): CompressedPage => {
    const isConfirmed = options.overrideOrigins.length > 0 && hasConfirmed(request)
    if (preview) {
      const html = withPreviewStrip(source.html, preview)
      return preparePage({ ...source, html }, options, isConfirmed, ONCE_QUALITY)
    }
    // Pages with the same text may differ in their policy.
    const key = [isConfirmed, ...source.folders, source.html].join('\n')
    const page = prepared.get(key) ?? preparePage(source, options, isConfirmed)
    if (prepared.size >= PREPARED_MAX) prepared.clear()
    prepared.set(key, page)
    return page
  }
  const previewFor = async (request: FastifyRequest): Promise<OpenedPreview | undefined> =>
    admitsPreview(request) ? findPreview?.(request) : undefined
  site.setNotFoundHandler(async (request, reply) => {
    if (!isNavigation(request)) return refuseRequest(reply, 'NOT_FOUND')
    const ancestors = isFrameRequest(request) ? await ancestorsFor(request) : []
    const preview = await previewFor(request)
    const source = await sourceFor(pathnameOf(request.url), request.ip, preview)
    // Scripts of the page can read this header, and bodies stay the same for all.
    if (source.reportToken) reply.header('server-timing', timingOf(source.reportToken, options))
    const isFramed = ancestors.length > 0
    const page = isFramed ? prepareFramedPage(source, options, ancestors) : pageFor(request, source, preview)
    const { policy, aroundPicture } = page
    const wanted = aroundPicture && pictureRequestOf(request)
    if (wanted) return sendPageWithPicture({ policy, aroundPicture }, askPicture(wanted, request), request, reply)
    if (!isFramed && !preview) return sendPage(page, request, reply)
    delete request.headers['if-none-match']
    return sendPage(page, request, reply.header('cache-control', 'no-store'))
  })
}
