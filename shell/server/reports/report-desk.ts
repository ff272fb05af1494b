import { createHmac } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { Registry } from 'shared/contract'
import type { SiteEvent, SiteReport } from 'shared/contract/load-events'
import type { CountedEvent } from '../release-health/counted-event.ts'
import type { LoadCounts } from '../release-health/tally.ts'
import { openReportMemory, type ReportMemory, type TokenMarks } from './report-memory.ts'
import { issueReportToken, readReportToken } from './report-tokens.ts'

const figuresOf = (event: SiteEvent): readonly (keyof LoadCounts)[] => {
  if ('outcome' in event) return event.outcome === 'failed' ? [] : ['loads']
  if ('mountMs' in event) return ['mounts']
  if (event.kind === 'blocked-style' || event.kind === 'blocked-script') return ['blocked']
  if (event.kind === 'load') return ['loads', 'errors', 'crashes']
  return event.kind === 'render' || event.kind === 'blank' ? ['errors', 'crashes'] : ['errors']
}

/** Counted before the errors that belong to it. */
const isLoad = (event: SiteEvent): boolean => figuresOf(event).includes('loads')

/** A page loads one release of each remote, and may fail to load others. */
const markOf = (event: SiteEvent): string => {
  if ('outcome' in event) return `${event.remote} ${event.outcome === 'failed' ? 'failed' : 'loaded'}`
  return `${event.remote}/${event.release} ${'mountMs' in event ? 'mount' : event.kind}`
}

/** Each figure once, and none without the load that it belongs to. */
const countsIn = (event: SiteEvent, marks: TokenMarks): Partial<LoadCounts> => {
  const key = `${event.remote}/${event.release}`
  const taken = figuresOf(event).filter(
    (figure) => (figure === 'loads' || marks.has(`${key} loads`)) && marks.take(`${key} ${figure}`),
  )
  return Object.fromEntries(taken.map((figure) => [figure, 1]))
}

export interface ReportDesk {
  /** Undefined if none can be given: the page's reports then count for nothing. */
  issue(registry: Registry, address: string): string | undefined
  /** Those events of the report that count. */
  accept(report: SiteReport, address: string): readonly CountedEvent[]
  /** Whether the page of this token may report that, which is the first time only. */
  takeOnce(token: string, mark: string, address: string): boolean
}

export interface ReportDeskOptions {
  readonly dataDir: string
  readonly sharedKey?: Buffer | undefined
  /** Milliseconds since 1970. */
  readonly clock?: () => number
  readonly log: Pick<FastifyBaseLogger, 'error'>
}

export interface ClosableDesk extends ReportDesk {
  /** With the key of the tokens, which begin with another word. Undefined without a key. */
  sealPreview(text: string): string | undefined
  close(): void
}

/** Pages are served, and reports answered, also without a memory: they count for nothing then. */
export const createReportDesk = ({ dataDir, sharedKey, clock = Date.now, log }: ReportDeskOptions): ClosableDesk => {
  let memory: ReportMemory | undefined
  const withMemory = <T>(work: (memory: ReportMemory) => T): T | undefined => {
    try {
      memory ??= openReportMemory(dataDir, sharedKey)
      return work(memory)
    } catch (err) {
      log.error({ err }, 'reports of pages do not count')
      return undefined
    }
  }
  const countFor = (
    opened: ReportMemory,
    { token: text, events }: SiteReport,
    address: string,
  ): readonly CountedEvent[] => {
    const now = clock()
    const token = readReportToken(opened.key, text, address, now)
    if (!token) return []
    const named = events
      .filter(({ remote, release }) => release === null || token.names(remote, release))
      .toSorted((a, b) => Number(isLoad(b)) - Number(isLoad(a)))
    return opened.use(token, now, (marks) =>
      named.flatMap((event) => (marks.take(markOf(event)) ? [{ event, counts: countsIn(event, marks) }] : [])),
    )
  }
  return {
    issue: (registry, address) => withMemory(({ key }) => issueReportToken(key, registry, address, clock())),
    sealPreview: (text) =>
      withMemory(({ key }) => createHmac('sha256', key).update(`preview\n${text}`).digest('base64url')),
    takeOnce: (text, mark, address) =>
      withMemory((opened) => {
        const now = clock()
        const token = readReportToken(opened.key, text, address, now)
        return token !== undefined && opened.use(token, now, (marks) => marks.take(mark))
      }) ?? false,
    accept: (report, address) => withMemory((opened) => countFor(opened, report, address)) ?? [],
    close() {
      memory?.close()
      memory = undefined
    },
  }
}
