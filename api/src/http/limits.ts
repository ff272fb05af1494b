import type { Limit, Pace, Recollection } from './rate-limiter.ts'

const limit = (name: string, max: number, windowSeconds: number): Limit => ({ name, max, windowSeconds })

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** How often each thing may be tried. Every route that needs no session names one of these. */
export const limits = {
  registerByAddress: limit('register-address', 20, HOUR),
  /** Altogether: for attacks from thousands of addresses. Far above what people do; nobody who has an account meets them. */
  registerAltogether: limit('register-altogether', 3000, HOUR),
  resetAltogether: limit('reset-altogether', 3000, HOUR),
  agentSessionAltogether: limit('agent-session-altogether', 6000, 10 * MINUTE),
  sendPdfAltogether: limit('send-pdf-altogether', 3000, HOUR),
  verifyRevocationAltogether: limit('verify-revocation-altogether', 3000, 10 * MINUTE),
  ocspAltogether: limit('ocsp-altogether', 60_000, 10 * MINUTE),
  timeStampAltogether: limit('time-stamp-altogether', 12_000, 10 * MINUTE),
  registerByUsernameAndAddress: limit('register-username-address', 10, HOUR),
  /** Whoever brings a familiar device's cookie is not counted with the others of an address, but for this. */
  loginCallsByAddress: limit('login-calls-address', 600, 10 * MINUTE),
  /** Wrong passwords from one familiar device. */
  loginByDevice: limit('login-device', 10, 10 * MINUTE),
  /** Login and the OAuth password grant are two doors of one room. */
  loginByAddress: limit('login-address', 60, 10 * MINUTE),
  /** Wrong passwords for one account from one address; the right one starts the count anew. */
  loginByAccountAndAddress: limit('login-account-address', 10, 10 * MINUTE),
  /**
   * Attempts at one account from one network, right ones not counted: as long as there are no more, failures elsewhere
   * do not slow it down.
   */
  loginByAccountAndNetwork: limit('login-account-network', 3, HOUR),
  revokeByAddress: limit('revoke-address', 60, 10 * MINUTE),
  resetByAddress: limit('reset-address', 20, HOUR),
  resetByEmailAndAddress: limit('reset-email-address', 5, 10 * MINUTE),
  resetConfirmByAddress: limit('reset-confirm-address', 60, 10 * MINUTE),
  resetConfirmByEmailAndAddress: limit('reset-confirm-email-address', 10, 10 * MINUTE),
  updateProfileByAccount: limit('update-profile-account', 60, HOUR),
  /** A stolen token guesses no password with it. */
  proveIdentityBySession: limit('prove-identity-session', 10, 10 * MINUTE),
  confirmEmailByAccount: limit('confirm-email-account', 10, DAY),
  secondStepByAddress: limit('second-step-address', 60, 10 * MINUTE),
  passkeyOptionsByAddress: limit('passkey-options-address', 120, 10 * MINUTE),
  passkeyOptionsAltogether: limit('passkey-options-altogether', 6000, 10 * MINUTE),
  emailLinkByAddress: limit('email-link-address', 60, 10 * MINUTE),
  /** Each change writes to the old and to the new address. */
  changeEmailByAccount: limit('change-email-account', 5, DAY),
  /** Each export reads every document of the account. */
  exportByAccount: limit('export-account', 10, DAY),
  deleteAccountByAccount: limit('delete-account', 10, HOUR),
  privacyByAddress: limit('privacy-address', 600, 10 * MINUTE),
  signerCopyByAddress: limit('signer-copy-address', 20, HOUR),
  signerRemovalByAddress: limit('signer-removal-address', 20, HOUR),
  refreshByAddress: limit('refresh-address', 120, 10 * MINUTE),
  /** A viewer that reads by ranges makes hundreds of calls for one document. */
  downloadByAddress: limit('download-address', 6000, 10 * MINUTE),
  invitationByAddress: limit('invitation-address', 120, 10 * MINUTE),
  signingAgentByAddress: limit('signing-agent-address', 600, 10 * MINUTE),
  agentSessionByAddress: limit('agent-session-address', 60, 10 * MINUTE),
  /** Wherever they come from: a link that went round is used by many, and not by hundreds in an hour. */
  agentSessionByDocument: limit('agent-session-document', 300, HOUR),
  /** Each renewal writes to the invited person. */
  renewByAddress: limit('renew-address', 20, HOUR),
  renewByField: limit('renew-field', 3, HOUR),
  renewAltogether: limit('renew-altogether', 3000, HOUR),
  /** Each code writes to somebody. */
  linkCodeByAddress: limit('link-code-address', 20, HOUR),
  linkCodeByRecipient: limit('link-code-recipient', 5, HOUR),
  linkCodeByDocument: limit('link-code-document', 300, HOUR),
  linkCodeAltogether: limit('link-code-altogether', 3000, HOUR),
  signByAddress: limit('sign-address', 120, 10 * MINUTE),
  uploadByAccount: limit('upload-account', 120, HOUR),
  annotateByAccount: limit('annotate-account', 300, HOUR),
  saveSignatureByAccount: limit('save-signature-account', 120, HOUR),
  retrySealingByAccount: limit('retry-sealing-account', 60, HOUR),
  setOrderByAccount: limit('set-order-account', 600, HOUR),
  sendInvitationByAccount: limit('send-invitation-account', 300, HOUR),
  sendInvitationByField: limit('send-invitation-field', 10, HOUR),
  /** What guests say about their invitations. */
  guestAnswerByAddress: limit('guest-answer-address', 120, 10 * MINUTE),
  /** Each proposal writes to the owner. */
  forwardByField: limit('forward-field', 5, HOUR),
  /** Mail providers ask for many of their readers from a few addresses. */
  unsubscribeByAddress: limit('unsubscribe-address', 600, 10 * MINUTE),
  remindByAccount: limit('remind-account', 300, HOUR),
  /** Programs that read documents ask about each certificate in them. */
  ocspByAddress: limit('ocsp-address', 3000, 10 * MINUTE),
  timeStampByAddress: limit('time-stamp-address', 300, 10 * MINUTE),
  pkiFilesByAddress: limit('pki-files-address', 600, 10 * MINUTE),
  verifyTrustByAddress: limit('verify-trust-address', 600, 10 * MINUTE),
  /** Each one takes a thread for as long as it needs. */
  verifyByAddress: limit('verify-address', 30, 10 * MINUTE),
  verifyRevocationByAddress: limit('verify-revocation-address', 120, 10 * MINUTE),
  sendPdfByAddress: limit('send-pdf-address', 30, HOUR),
  sendPdfByRecipient: limit('send-pdf-recipient', 5, HOUR),
} as const satisfies Record<string, Limit>

/** What is counted per account wherever it comes from: slower and slower, so that nobody locks a stranger out. */
export const paces = {
  loginByAccount: {
    name: 'login-account',
    free: 20,
    firstPauseSeconds: 5,
    longestPauseSeconds: 5 * MINUTE,
    forgetAfterSeconds: HOUR,
  },
  /** Whoever knows the password guesses at three codes in a million, more and more slowly. */
  secondStepByAccount: {
    name: 'second-step-account',
    free: 10,
    firstPauseSeconds: 5,
    longestPauseSeconds: 5 * MINUTE,
    forgetAfterSeconds: DAY,
  },
  /** Bounds how many codes a day can be guessed at, and how many mails an inbox gets. */
  resetByEmail: {
    name: 'reset-email',
    free: 3,
    firstPauseSeconds: MINUTE,
    longestPauseSeconds: HOUR,
    forgetAfterSeconds: DAY,
  },
} as const satisfies Record<string, Pace>

/** What is known in somebody's favour. */
export const recollections = {
  /** That the right password for an account came from an address. */
  familiarAddress: { name: 'familiar-address', forSeconds: 30 * DAY },
} as const satisfies Record<string, Recollection>
