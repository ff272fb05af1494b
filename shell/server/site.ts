import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { DestinationStream } from 'pino'
import { isRemoteName } from 'shared/contract'
import {
  addSecurityHeaders,
  CLIENT_LIMITS,
  type ClientGuard,
  type ClientLimits,
  guardClients,
  protocolOf,
  REQUEST_TIMEOUTS,
  type RequestTimeouts,
  type RequestTracing,
  securityHeaders,
  timeoutOptions,
  traceRequests,
} from 'shared/server'
import { releaseFolders, workerPolicy } from './content-security-policy.ts'
import { askAncestors } from './embedding/frame-ancestors.ts'
import type { SiteEnvironment } from './environment.ts'
import type { ForwardingPlaces } from './forwarding.ts'
import { serveHealth } from './health/serve-health.ts'
import { serveLicences } from './licences/licences-route.ts'
import { createSiteLogger, logAnswers } from './logger.ts'
import type { FirstPageMetrics } from './observability/first-page-metrics.ts'
import { serveSiteMetrics } from './observability/metrics-routes.ts'
import { serveConfirmation } from './overrides.ts'
import { type PageQuestions, servePages, withHeadElements } from './pages.ts'
import { askFirstPage } from './prerender/first-page-picture.ts'
import { holdShell } from './prerender/hold-shell.ts'
import { admittedRegistry, createPageElements } from './prerender/page-elements.ts'
import { withStartText } from './prerender/start-text.ts'
import { servePreviewBuilds } from './preview-builds/preview-build-routes.ts'
import { createPreviewFinder, type FindPreview, type OpenedPreview } from './previews/open-preview.ts'
import { servePreviewFiles } from './previews/preview-files.ts'
import { servePreviews } from './previews/preview-routes.ts'
import { isEventStream, proxyApi } from './proxy.ts'
import type { PublishingOptions } from './publishing/publish.ts'
import { servePublishing } from './publishing/publishing-routes.ts'
import type { UploadLimits } from './publishing/receive-upload.ts'
import { refuseCall, refuseRequest } from './refuse.ts'
import { createOnDemand } from './registry/fetch-on-demand.ts'
import { followRegistry, serveRegistry } from './registry/follow-registry.ts'
import { readRegistry, releasesFolder } from './registry/registry-file.ts'
import type { ReleaseStore } from './registry/release-store.ts'
import { UNFINISHED_SUFFIX } from './release-files/copy-folder.ts'
import { serveReleases } from './release-files/serve-releases.ts'
import { createReleaseHealthRule } from './release-health/create-health-rule.ts'
import type { HealthThresholds } from './release-health/verdict.ts'
import { type ClosableDesk, createReportDesk, type ReportDesk } from './reports/report-desk.ts'
import { serveShells } from './shells/serve-shells.ts'

/**
 * An answer that the kernel has taken whole counts as read: who does not
 * read it loses the connection as an idle one.
 */
const KEEP_ALIVE_MS = 20_000

/** Their names never change, so the cache time is short. */
const serveRootFiles = (site: FastifyInstance, folder: string): void => {
  void site.register(fastifyStatic, {
    root: folder,
    index: false,
    wildcard: false,
    decorateReply: false,
    preCompressed: true,
    maxAge: 60 * 60 * 1000,
    globIgnore: ['assets/**', 'index.html*', '**/*.br', '**/*.gz', '**/*.map'],
  })
}

export interface SiteServerOptions
  extends Pick<
    SiteEnvironment,
    | 'apiUrl'
    | 'apiHost'
    | 'dataDir'
    | 'logLevel'
    | 'metricsToken'
    | 'overrideOrigins'
    | 'signingAgent'
    | 'trustedProxies'
  > {
  readonly shared?: ReleaseStore['shared']
  /** Milliseconds between looks at `shared`. */
  readonly pollMs?: number
  /** '' if unknown. */
  readonly publicUrl?: string
  readonly shell: { readonly release: string; readonly folder: string }
  readonly pdfjsFolder: string
  readonly licencesFile?: string
  /** For everybody; they are kept in any case. */
  readonly sourceMaps?: boolean
  /** Pages are asked for the frames of errors. */
  readonly errorFingerprints?: boolean
  /** Default: releases change by hand alone. */
  readonly rule?: HealthThresholds | undefined
  readonly logTo?: DestinationStream
  readonly timeouts?: RequestTimeouts
  readonly clientLimits?: ClientLimits
  readonly places?: ForwardingPlaces
  readonly tracing?: RequestTracing | undefined
  readonly uploadLimits?: UploadLimits
  readonly releaseApproval?: boolean
  /** Of all machines of a site. Default: one of this folder. */
  readonly reportKey?: Buffer | undefined
}

const isReleasedFile = (path: string): boolean => {
  const [remote = '', release = ''] = path.split('/')
  return isRemoteName(remote) && !release.endsWith(UNFINISHED_SUFFIX)
}

const refuseUnreadable =
  (publicUrl: string) =>
  (_error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply =>
    refuseRequest(reply.headers(securityHeaders({ protocol: protocolOf(publicUrl, request) })), 'VALIDATION')

const guardSite = ({ clientLimits: limits = CLIENT_LIMITS, trustedProxies }: SiteServerOptions): ClientGuard =>
  guardClients({ limits, trustedProxies, isBehindSite: false })

const createPageSource = (dataDir: string, indexHtml: string, desk: Pick<ReportDesk, 'issue'>) => {
  const pageElements = createPageElements(dataDir)
  return async (pathname: string, address: string, preview: OpenedPreview | undefined) => {
    const whole = preview?.registry ?? (await readRegistry(dataDir).catch(() => undefined))
    const registry = admittedRegistry(pathname, whole)
    const { html, elements } = holdShell(indexHtml, await pageElements(pathname, registry))
    return {
      html: withStartText(withHeadElements(html, elements), pathname),
      folders: releaseFolders(registry),
      // Previews are not judged.
      reportToken: preview ? undefined : registry && desk.issue(registry, address),
    }
  }
}

const serveFiles = (
  site: FastifyInstance,
  { apiHost, dataDir, pdfjsFolder, shared, shell, sourceMaps = false }: SiteServerOptions,
): void => {
  const policy = workerPolicy(apiHost)
  const onDemand = createOnDemand({ dataDir, shared }, (err) => site.log.error({ err }, 'a release was not fetched'))
  serveShells(site, { dataDir, onDemand, folder: shell.folder, pdfjsFolder, workerPolicy: policy, sourceMaps })
  serveReleases(site, {
    prefix: '/r',
    scriptPolicy: policy,
    sourceMaps,
    async *placesOf(path) {
      if (!isReleasedFile(path)) return
      await onDemand.fetch(path.split('/').slice(0, 2).join('/'))
      yield { root: releasesFolder(dataDir), path }
    },
  })
  serveRootFiles(site, shell.folder)
}

/** @returns what gives pages their tokens, and what counts pictures of first pages */
const serveReports = (site: FastifyInstance, options: SiteServerOptions, guard: ClientGuard) => {
  const { dataDir, shared, rule, metricsToken, reportKey } = options
  const judge = rule && createReleaseHealthRule({ dataDir, shared, rule, log: site.log })
  if (judge) site.addHook('onClose', () => judge.settle())
  const desk = createReportDesk({ dataDir, sharedKey: reportKey, log: site.log })
  site.addHook('onClose', async () => desk.close())
  const now = () => performance.now()
  const pictures = serveSiteMetrics(site, { dataDir, metricsToken, now, desk, judge, guard })
  return { desk, pictures }
}

const askApi = (
  { apiUrl }: Pick<SiteServerOptions, 'apiUrl'>,
  pictures: Pick<FirstPageMetrics, 'asked'>,
): Omit<PageQuestions, 'findPreview'> => ({
  ancestorsFor: askAncestors(apiUrl),
  askPicture: askFirstPage(apiUrl, pictures),
})

const publishingOf = ({
  dataDir,
  shared,
  shell,
  releaseApproval: needsApproval = false,
  uploadLimits: limits,
}: Omit<SiteServerOptions, 'apiHost'>): PublishingOptions => ({
  dataDir,
  shared,
  shellFolder: shell.folder,
  needsApproval,
  limits,
})

const startPreviews = (
  site: FastifyInstance,
  { apiHost, publicUrl = '', sourceMaps = false, ...options }: SiteServerOptions,
  { sealPreview: seal }: ClosableDesk,
  shellPage: string,
): FindPreview => {
  const publishing = publishingOf(options)
  const { dataDir, shared, needsApproval } = publishing
  const previews = { dataDir, shared, publicUrl, needsApproval, seal }
  servePreviews(site, shellPage, previews)
  servePreviewBuilds(site, publishing)
  const { findPreview, mayReadFiles } = createPreviewFinder(previews)
  servePreviewFiles(site, { dataDir, mayReadFiles, scriptPolicy: workerPolicy(apiHost), sourceMaps })
  return findPreview
}

export const createSite = (options: SiteServerOptions): FastifyInstance => {
  const { shell, dataDir, shared, publicUrl = '', timeouts = REQUEST_TIMEOUTS } = options
  const guard = guardSite(options)
  const site = fastify({
    loggerInstance: createSiteLogger(options.logLevel, options.logTo),
    // Fastify's own lines contain URLs with tokens.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: options.trustedProxies,
    serverFactory: guard.serverFactory,
    genReqId: () => randomUUID(),
    forceCloseConnections: 'idle',
    keepAliveTimeout: KEEP_ALIVE_MS,
    ...timeoutOptions(timeouts),
    // For malformed URLs, which reach no route.
    frameworkErrors: refuseUnreadable(publicUrl),
  })
  addSecurityHeaders(site, publicUrl)
  traceRequests(site, options.tracing)
  logAnswers(site)
  guard.limitCalls(site, {
    isStream: isEventStream,
    refuse: (request, reply) => refuseCall(request, reply, 'RATE_LIMITED'),
  })
  const releaseProblems = followRegistry(site, { dataDir, shared }, options.pollMs)
  serveHealth(site, { apiUrl: options.apiUrl, dataDir, release: shell.release, releaseProblems })
  servePublishing(site, publishingOf(options))
  if (options.overrideOrigins.length > 0) serveConfirmation(site, publicUrl)
  const { desk, pictures } = serveReports(site, options, guard)
  const indexHtml = readFileSync(join(shell.folder, 'index.html'), 'utf8')
  const findPreview = startPreviews(site, options, desk, indexHtml)
  serveRegistry(site, dataDir, findPreview)
  serveFiles(site, options)
  proxyApi(site, options.apiUrl, options.places)
  serveLicences(site, { dataDir, shellFolder: shell.folder, shellPage: indexHtml, preparedFile: options.licencesFile })
  servePages(site, createPageSource(dataDir, indexHtml, desk), options, { ...askApi(options, pictures), findPreview })
  return site
}
