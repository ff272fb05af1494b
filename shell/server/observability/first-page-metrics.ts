import type { FastifyInstance } from 'fastify'
import { Counter, Histogram, type Registry } from 'prom-client'
import { FIRST_PAGE_REPORT_PATH, type FirstPageReport, FirstPageReportSchema } from 'shared/contract/first-page-report'
import { addressKey, createWindowCounter } from 'shared/server'
import * as v from 'valibot'
import { refuseRequest } from '../refuse.ts'
import type { ReportDesk } from '../reports/report-desk.ts'

/** Seconds. */
const PAGE_BUCKETS = [0.1, 0.25, 0.5, 1, 1.5, 2, 3, 5, 8, 15, 30]
const ANSWER_BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.2, 0.3, 0.5]

/** A report has one line. */
const BODY_BYTES = 4096
/** Many users may share an address. */
const REPORTS_MAX = 60
const WINDOW_MS = 60_000
/** Bounds memory. */
const CALLERS_MAX = 10_000

const stages = ['picture', 'page', 'tap'] as const

/** The answer of the API to a page that asked for its picture. `late`: it took too long, or cannot be reached. */
export type PictureOutcome = 'kept' | 'drawn' | 'none' | 'refused' | 'late'

export interface FirstPageMetrics {
  /** Measured by the site itself. */
  asked(outcome: PictureOutcome, seconds: number): void
  /** Told by a page: a figure, and no more. */
  told(report: FirstPageReport): void
}

export const createFirstPageMetrics = (metrics: Registry): FirstPageMetrics => {
  const answers = new Histogram({
    name: 'trazo_first_page_answer_seconds',
    help: 'Time of the API to answer with the picture of a first page.',
    labelNames: ['outcome'],
    buckets: ANSWER_BUCKETS,
    registers: [metrics],
  })
  const pages = new Histogram({
    name: 'trazo_first_page_seconds',
    help: 'Time from the navigation to the picture, the page of pdf.js and the first possible tap; some of the pages.',
    labelNames: ['stage', 'device'],
    buckets: PAGE_BUCKETS,
    registers: [metrics],
  })
  const reports = new Counter({
    name: 'trazo_first_page_reports_total',
    help: 'Pages of documents that told their times.',
    labelNames: ['device'],
    registers: [metrics],
  })
  return {
    asked: (outcome, seconds) => answers.observe({ outcome }, seconds),
    told(report) {
      const { device } = report
      reports.inc({ device })
      for (const stage of stages) {
        const milliseconds = report[stage]
        if (milliseconds !== undefined) pages.observe({ stage, device }, milliseconds / 1000)
      }
    },
  }
}

interface FirstPageReportOptions {
  readonly desk: Pick<ReportDesk, 'takeOnce'>
  readonly metrics: Pick<FirstPageMetrics, 'told'>
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number
}

/** Each page counts once; a report without the token of a page is answered, and counts for nothing. */
export const serveFirstPageReports = (site: FastifyInstance, { desk, metrics, now }: FirstPageReportOptions): void => {
  const calls = createWindowCounter(CALLERS_MAX, now)
  site.post(FIRST_PAGE_REPORT_PATH, { bodyLimit: BODY_BYTES }, async (request, reply) => {
    if (calls.hit(addressKey(request.ip), WINDOW_MS).count > REPORTS_MAX) return refuseRequest(reply, 'RATE_LIMITED')
    const report = v.safeParse(FirstPageReportSchema, request.body)
    if (!report.success) return refuseRequest(reply, 'VALIDATION')
    if (desk.takeOnce(report.output.token, 'first-page', request.ip)) metrics.told(report.output)
    return reply.code(204).send()
  })
}
