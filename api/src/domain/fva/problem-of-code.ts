import type { FvaProblem } from 'shared/contract/fva'

/** By BCCR's `codigoDeError` of a request; 0 is success. */
const requestProblems: Readonly<Record<number, FvaProblem>> = {
  1: 'request-failed',
  2: 'request-incomplete',
  3: 'clock',
  4: 'entity-unknown',
  5: 'entity-inactive',
  6: 'business-foreign',
  7: 'summary-length',
  8: 'reason-length',
  9: 'not-connected',
  10: 'identification-format',
  11: 'place-length',
}

/** By the code of a notification: the same numbers mean other things than in a request. */
const notificationProblems: Readonly<Record<number, FvaProblem>> = {
  1: 'failed',
  2: 'rejected',
  3: 'expired',
  4: 'disconnected',
  6: 'document-invalid',
  8: 'bad-hash',
  9: 'revoked',
  10: 'certificate-expired',
  11: 'busy',
  12: 'not-notified',
  13: 'wrong-code',
  14: 'pin-blocked',
}

export const problemOfRequest = (code: number): FvaProblem => requestProblems[code] ?? 'request-unknown'

export const problemOfNotification = (code: number): FvaProblem => notificationProblems[code] ?? 'notification-unknown'
