import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { type ClientGuard, clientFaultsMetric } from 'shared/server'
import type { InspectPdf } from '../../domain/screening/inspection.ts'
import type { PdfSigner } from '../../domain/signing/pdf-signer.ts'
import { isDatabaseUnavailable, isTransactionConflict } from '../../platform/database/database-failure.ts'
import type { LoopDelay } from '../../platform/monitoring/loop-delay.ts'
import { shedReasonOf, shedReasons } from '../../platform/overload/overload-error.ts'
import type { ApiServices } from '../../platform/services.ts'
import { classifyDiskError } from '../../platform/storage/disk-failure.ts'
import { BlobFaultError, StorageUnavailableError } from '../../platform/storage/storage-errors.ts'
import { addInstallationFigures } from './installation-figures.ts'
import { addProcessMetrics } from './loop-delay-metrics.ts'

/** Seconds; up to a signature that waits for a TSA. */
const BUCKETS = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30]

interface RequestFacts {
  /** Route pattern; undefined for unknown paths. */
  readonly route: string | undefined
  readonly method: string
  readonly status: number
  readonly seconds: number
}

/** Labels contain no personal or document data. */
export interface ApiMetrics {
  countRequest(facts: RequestFacts): void
  /** Includes shed requests. */
  countFailure(error: unknown): void
  streamOpened(): void
  streamClosed(): void
  timed(signer: PdfSigner): PdfSigner
  counted(inspect: InspectPdf): InspectPdf
  /** Prometheus text format. */
  text(): Promise<string>
  readonly contentType: string
}

const failureKinds = ['database', 'conflict', 'storage', 'damaged'] as const
type FailureKind = (typeof failureKinds)[number]

/** Undefined for errors that do not concern operators. */
const failureKindOf = (error: unknown): FailureKind | undefined => {
  if (error instanceof StorageUnavailableError || classifyDiskError(error) !== undefined) return 'storage'
  if (error instanceof BlobFaultError) return 'damaged'
  if (isTransactionConflict(error)) return 'conflict'
  return isDatabaseUnavailable(error) ? 'database' : undefined
}

const timeSigner = (signer: PdfSigner, signing: Histogram<'outcome'>): PdfSigner => ({
  ...signer,
  sign: async (input) => {
    const stop = signing.startTimer()
    try {
      const signed = await signer.sign(input)
      stop({ outcome: 'signed' })
      return signed
    } catch (error) {
      stop({ outcome: 'failed' })
      throw error
    }
  },
})

const createInstruments = (registers: Registry[]) => {
  const requests = new Histogram({
    name: 'trazo_request_seconds',
    help: 'Requests by route and status, and the time to their last byte.',
    labelNames: ['route', 'method', 'status'],
    buckets: BUCKETS,
    registers,
  })
  const signing = new Histogram({
    name: 'trazo_signing_seconds',
    help: 'Time that writing and verifying one signature takes.',
    labelNames: ['outcome'],
    buckets: BUCKETS,
    registers,
  })
  const uploads = new Counter({
    name: 'trazo_uploads_total',
    help: 'Files that were read and screened, by verdict.',
    labelNames: ['verdict'],
    registers,
  })
  const failures = new Counter({
    name: 'trazo_failures_total',
    help: 'Calls that failed because the database or the storage did, by kind.',
    labelNames: ['kind'],
    registers,
  })
  const shed = new Counter({
    name: 'trazo_shed_total',
    help: 'Calls refused because of overload, by resource.',
    labelNames: ['reason'],
    registers,
  })
  const streams = new Gauge({ name: 'trazo_live_streams', help: 'Streams of live updates that are open.', registers })
  // Initialised to zero, so that rates include the first event.
  for (const kind of failureKinds) failures.inc({ kind }, 0)
  for (const reason of shedReasons) shed.inc({ reason }, 0)
  return { requests, signing, uploads, failures, shed, streams }
}

export const createMetrics = (
  services: Pick<ApiServices, 'db' | 'clock' | 'certificates'>,
  guard: Pick<ClientGuard, 'faults'>,
  delay: LoopDelay,
): ApiMetrics => {
  const registry = new Registry()
  addProcessMetrics(registry, delay)
  new Counter({ ...clientFaultsMetric(guard), registers: [registry] })
  const { requests, signing, uploads, failures, shed, streams } = createInstruments([registry])
  addInstallationFigures(registry, services)
  return {
    countRequest: ({ route = 'none', method, status, seconds }) =>
      requests.observe({ route, method, status: String(status) }, seconds),
    countFailure: (error) => {
      const kind = failureKindOf(error)
      if (kind !== undefined) failures.inc({ kind })
      const reason = shedReasonOf(error)
      if (reason !== undefined) shed.inc({ reason })
    },
    streamOpened: () => streams.inc(),
    streamClosed: () => streams.dec(),
    timed: (signer) => timeSigner(signer, signing),
    counted:
      (inspect) =>
      async (...given) => {
        const inspection = await inspect(...given)
        uploads.inc({ verdict: inspection.kind })
        return inspection
      },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  }
}
