/** For Node only: the linter refuses it in front ends. */
export { hasBearerToken } from './bearer-token.ts'
export { CLIENT_LIMITS, type ClientFault, type ClientLimits } from './clients/client-limits.ts'
export { clientFaultsMetric } from './clients/faults-metric.ts'
export { type ClientGuard, guardClients } from './clients/guard-clients.ts'
export { receiveBeginning } from './clients/receive-beginning.ts'
export {
  type CommonEnvironment,
  commonEnvironmentOf,
  commonVariables,
  EnvironmentError,
  type EnvironmentVariables,
  flagVariable,
  invalidEnvironment,
  parseVariables,
  textVariable,
} from './environment.ts'
export { errorCode, isMissingFile } from './error-code.ts'
export { hashHex, isSameSecret, policyHash } from './hashes.ts'
export { closeIfArriving, lingerAfterAnswer } from './linger.ts'
export { createLogger, describeRequest, type LogLevel } from './logging.ts'
export { isLoopback } from './loopback.ts'
export { MAIL_STYLE, MAIL_STYLE_SOURCE } from './mail-style.ts'
export { addressKey, networkKey } from './network-address.ts'
export { shareOf } from './queue/fair-queue.ts'
export { createFairSemaphore, createSemaphore, type QueueTurn, SemaphoreFullError, turnOf } from './queue/semaphore.ts'
export { createRecentMap } from './recent-map.ts'
export { REQUEST_TIMEOUTS, type RequestTimeouts, timeoutOptions } from './request-timeouts.ts'
export { type S3Place, s3PlaceOf, s3Variables } from './s3/s3-place.ts'
export { addSecurityHeaders, NO_CONTENT_POLICY, protocolOf, securityHeaders } from './security-headers.ts'
export { escapeHtml, THEME_SCRIPT } from './static-page.ts'
export { stopOnSignal } from './stop-on-signal.ts'
export {
  makeFolderDurably,
  openFolders,
  renameDurably,
  syncPath,
  syncTree,
  writeDurably,
} from './storage/durable-write.ts'
export { StorageUnavailableError } from './storage-error.ts'
export { causedBy, currentCause, failSpan, type RequestCause, traceWork, withoutCause } from './tracing/cause.ts'
export type { RequestTracing } from './tracing/span.ts'
export { startTracing } from './tracing/start-tracing.ts'
export { forwardedTraceParent, traceRequests } from './tracing/trace-requests.ts'
export { UPLOAD_WAITS } from './upload-waits.ts'
export { baseAddressVariable, isBaseAddress, originVariable, urlVariable } from './url-variable.ts'
export { createWindowCounter } from './window-counter.ts'
