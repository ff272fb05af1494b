import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { DestinationStream } from 'pino'
import { remoteNames } from 'shared/contract'
import { workerPolicy } from './content-security-policy.ts'
import { createEarlyStarts, holdShell } from './early-start.ts'
import type { Environment } from './environment.ts'
import { serveImmutable, serveRootFiles } from './files.ts'
import { logAnswers, loggerOptions } from './logger.ts'
import { serveMetrics } from './observability/metrics-routes.ts'
import { servePages, withEarlyStart } from './pages.ts'
import { proxyApi } from './proxy.ts'
import { refuse } from './refuse.ts'
import { releasesFolder } from './registry/registry-file.ts'
import { serveRegistry } from './registry/registry-route.ts'
import { addSecurityHeaders, protocolOf, securityHeaders } from './security-headers.ts'

export interface SiteOptions
  extends Pick<
    Environment,
    | 'apiUrl'
    | 'apiHost'
    | 'dataDir'
    | 'logLevel'
    | 'metricsToken'
    | 'overrideOrigins'
    | 'signingAgent'
    | 'trustedProxies'
  > {
  /** Where people reach the site; '' where nobody says so. */
  readonly publicUrl?: string
  /** The shell's build: its release and the folder of the files. */
  readonly shell: { readonly release: string; readonly folder: string }
  /** Holds a folder for each version of pdf.js. */
  readonly pdfjsFolder: string
  /** Standard output when absent. */
  readonly logTo?: DestinationStream
  /** Shorter than usual, for tests. */
  readonly patience?: Patience
}

/** How long a connection may take, in milliseconds. */
export interface Patience {
  /** For the headers of a request. */
  readonly headers: number
  /** For a whole request with its body. */
  readonly request: number
  /** Between two looks at who takes longer. */
  readonly look: number
}

/** As the API has it: uploads over slow lines pass through here. */
const PATIENCE: Patience = { headers: 20_000, request: 300_000, look: 5000 }

/** `<remote>/<release>/<file>` of a known remote: the registry beside them, and what is being copied, stay out. */
const isReleasedFile = (path: string): boolean => {
  const [remote, release = ''] = path.replace(/^\//, '').split('/')
  return remoteNames.some((name) => name === remote) && !release.endsWith('.unfinished')
}

const refuseUnreadable =
  (publicUrl: string) =>
  (_error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply =>
    refuse(reply.headers(securityHeaders({ protocol: protocolOf(publicUrl, request) })), 'VALIDATION')

/** The site server: shell, released remotes, registry, pdf.js files, and the API behind the same origin. */
export const createSite = (options: SiteOptions): FastifyInstance => {
  const { shell, dataDir, publicUrl = '', patience = PATIENCE } = options
  const site = fastify({
    logger: loggerOptions(options.logLevel, options.logTo) ?? false,
    // Fastify's own lines carry the whole address, with the tokens in it; logAnswers() writes ours.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: options.trustedProxies,
    forceCloseConnections: 'idle',
    requestTimeout: patience.request,
    http: { headersTimeout: patience.headers, connectionsCheckingInterval: patience.look },
    // Addresses that cannot be read, before any route and its headers.
    frameworkErrors: refuseUnreadable(publicUrl),
  })
  addSecurityHeaders(site, publicUrl)
  logAnswers(site)
  site.get('/healthz', async () => ({ status: 'ok', release: shell.release }))
  serveRegistry(site, dataDir)
  serveMetrics(site, { dataDir, metricsToken: options.metricsToken, now: () => performance.now() })
  serveImmutable(site, { prefix: '/assets', folder: join(shell.folder, 'assets') })
  // A worker of a remote has the policy of its file's answer, and nothing else reads that one.
  const headers = { 'content-security-policy': workerPolicy(options.apiHost) }
  serveImmutable(site, { prefix: '/r', folder: releasesFolder(dataDir), allowed: isReleasedFile, headers })
  serveImmutable(site, {
    prefix: '/pdfjs',
    folder: options.pdfjsFolder,
    allowed: (path) => !path.includes('.unfinished'),
    headers,
  })
  serveRootFiles(site, shell.folder)
  proxyApi(site, options.apiUrl)
  const indexHtml = readFileSync(join(shell.folder, 'index.html'), 'utf8')
  const earlyStart = createEarlyStarts(dataDir)
  const htmlFor = async (pathname: string) => {
    const { html, elements } = holdShell(indexHtml, await earlyStart(pathname))
    return withEarlyStart(html, elements)
  }
  servePages(site, htmlFor, options)
  return site
}
