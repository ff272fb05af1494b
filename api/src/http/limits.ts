import type { Limit } from './rate-limiter.ts'

const limit = (name: string, max: number, windowSeconds: number): Limit => ({ name, max, windowSeconds })

const MINUTE = 60
const HOUR = 60 * MINUTE

/** How often each thing may be tried. Every route that needs no session names one of these. */
export const limits = {
  registerByAddress: limit('register-address', 20, HOUR),
  loginByAddress: limit('login-address', 60, 10 * MINUTE),
  /** Wrong passwords for one account; the right one starts the count anew. */
  loginByAccount: limit('login-account', 10, 10 * MINUTE),
  refreshByAddress: limit('refresh-address', 120, 10 * MINUTE),
  /** A viewer that reads by ranges makes hundreds of calls for one document. */
  downloadByAddress: limit('download-address', 6000, 10 * MINUTE),
  invitationByAddress: limit('invitation-address', 120, 10 * MINUTE),
  signByAddress: limit('sign-address', 120, 10 * MINUTE),
  uploadByAccount: limit('upload-account', 120, HOUR),
  sendInvitationByAccount: limit('send-invitation-account', 300, HOUR),
  sendInvitationByField: limit('send-invitation-field', 10, HOUR),
  sendPdfByAddress: limit('send-pdf-address', 30, HOUR),
  sendPdfByRecipient: limit('send-pdf-recipient', 5, HOUR),
} as const satisfies Record<string, Limit>
