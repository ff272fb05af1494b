/**
 * Where a test may make the server fail or die: before and after each write of signing and of sealing. `recording-*`
 * lie inside the transaction, which a death there takes back whole.
 */
export const faultPoints = [
  'sign:before-prepared',
  'sign:after-prepared',
  'sign:before-signed',
  'sign:after-signed',
  'sign:recording',
  'sign:recorded-revisions',
  'sign:recorded-links',
  'sign:recorded-fields',
  'sign:recorded-document',
  'sign:recorded-signature',
  'sign:recorded-log',
  'sign:recorded-seal-job',
  'sign:recorded-turns',
  'sign:recorded-mails',
  'sign:committed',
  'seal:before-claim',
  'seal:after-claim',
  'seal:before-write',
  'seal:after-write',
  'seal:recording',
  'seal:recorded-revision',
  'seal:recorded-document',
  'seal:recorded-job',
  'seal:recorded-log',
  'seal:recorded-mails',
  'seal:committed',
] as const
export type FaultPoint = (typeof faultPoints)[number]

/** Called at every point; a test's throws or ends the process. */
export type Fault = (point: FaultPoint) => void

/** In production nothing fails on purpose. */
export const noFault: Fault = () => undefined
