import type { AttemptBackoff, RateLimit, TrustedSource } from './rate-limiter.ts'

/** `max` calls in a window; further ones get 429 until it ends. */
const limit = (name: string, max: number, windowSeconds: number): RateLimit => ({ name, max, windowSeconds })

/** Seconds, unlike `clock.ts`. */
const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/**
 * Required for routes without a session. The ending of a name says what is counted: an address, an account, a
 * document, or all callers (`Altogether`), which also slows attempts from many addresses.
 */
export const rateLimits = {
  registerByAddress: limit('register-address', 20, HOUR),
  /** For all addresses; does not affect existing accounts. */
  registerAltogether: limit('register-altogether', 3000, HOUR),
  resetAltogether: limit('reset-altogether', 3000, HOUR),
  agentSessionAltogether: limit('agent-session-altogether', 6000, 10 * MINUTE),
  sendPdfAltogether: limit('send-pdf-altogether', 3000, HOUR),
  nationalFormatByAddress: limit('national-format-address', 120, 10 * MINUTE),
  verifyRevocationAltogether: limit('verify-revocation-altogether', 3000, 10 * MINUTE),
  ocspAltogether: limit('ocsp-altogether', 60_000, 10 * MINUTE),
  timeStampAltogether: limit('time-stamp-altogether', 12_000, 10 * MINUTE),
  registerByUsernameAndAddress: limit('register-username-address', 10, HOUR),
  /** Replaces the address limit for known devices. */
  loginCallsByAddress: limit('login-calls-address', 600, 10 * MINUTE),
  /** Failures per known device. */
  loginByDevice: limit('login-device', 10, 10 * MINUTE),
  /** Shared by login and the OAuth password grant. */
  loginByAddress: limit('login-address', 60, 10 * MINUTE),
  /** Failures; success resets them. */
  loginByAccountAndAddress: limit('login-account-address', 10, 10 * MINUTE),
  /** Failures. Below it, failures elsewhere cause no delay. */
  loginByAccountAndNetwork: limit('login-account-network', 3, HOUR),
  revokeByAddress: limit('revoke-address', 60, 10 * MINUTE),
  resetByAddress: limit('reset-address', 20, HOUR),
  resetByEmailAndAddress: limit('reset-email-address', 5, 10 * MINUTE),
  resetConfirmByAddress: limit('reset-confirm-address', 60, 10 * MINUTE),
  resetConfirmByEmailAndAddress: limit('reset-confirm-email-address', 10, 10 * MINUTE),
  callsByProgramToken: limit('calls-program-token', 600, 10 * MINUTE),
  tokensByClient: limit('tokens-client', 60, 10 * MINUTE),
  wrongProgramTokenByAddress: limit('wrong-program-token-address', 60, 10 * MINUTE),
  updateProfileByAccount: limit('update-profile-account', 60, HOUR),
  proveIdentityBySession: limit('prove-identity-session', 10, 10 * MINUTE),
  confirmEmailByAccount: limit('confirm-email-account', 10, DAY),
  /** Sends a mail each. */
  addAddressByAccount: limit('add-address-account', 10, DAY),
  addAddressByRecipient: limit('add-address-recipient', 5, HOUR),
  confirmAddressByAccount: limit('confirm-address-account', 30, HOUR),
  secondStepByAddress: limit('second-step-address', 60, 10 * MINUTE),
  passkeyOptionsByAddress: limit('passkey-options-address', 120, 10 * MINUTE),
  passkeyOptionsAltogether: limit('passkey-options-altogether', 6000, 10 * MINUTE),
  emailLinkByAddress: limit('email-link-address', 60, 10 * MINUTE),
  /** Sends two mails each. */
  changeEmailByAccount: limit('change-email-account', 5, DAY),
  exportByAccount: limit('export-account', 10, DAY),
  deleteAccountByAccount: limit('delete-account', 10, HOUR),
  privacyByAddress: limit('privacy-address', 600, 10 * MINUTE),
  signerCopyByAddress: limit('signer-copy-address', 20, HOUR),
  signerRemovalByAddress: limit('signer-removal-address', 20, HOUR),
  refreshByAddress: limit('refresh-address', 120, 10 * MINUTE),
  frameAncestorsByAddress: limit('frame-ancestors-address', 600, 10 * MINUTE),
  downloadByAddress: limit('download-address', 6000, 10 * MINUTE),
  formByAddress: limit('form-address', 1200, 10 * MINUTE),
  invitationByAddress: limit('invitation-address', 120, 10 * MINUTE),
  signingAgentByAddress: limit('signing-agent-address', 600, 10 * MINUTE),
  agentSessionByAddress: limit('agent-session-address', 60, 10 * MINUTE),
  agentSessionByDocument: limit('agent-session-document', 300, HOUR),
  renewByAddress: limit('renew-address', 20, HOUR),
  renewByField: limit('renew-field', 3, HOUR),
  renewAltogether: limit('renew-altogether', 3000, HOUR),
  linkCodeByAddress: limit('link-code-address', 20, HOUR),
  linkCodeByRecipient: limit('link-code-recipient', 5, HOUR),
  linkCodeByDocument: limit('link-code-document', 300, HOUR),
  linkCodeAltogether: limit('link-code-altogether', 3000, HOUR),
  signByAddress: limit('sign-address', 120, 10 * MINUTE),
  /** Pages ask every second. */
  fvaStateByAddress: limit('fva-state-address', 12_000, 10 * MINUTE),
  fvaCallbackByAddress: limit('fva-callback-address', 6000, 10 * MINUTE),
  bounceByAddress: limit('mail-bounce-address', 6000, 10 * MINUTE),
  /** A page of the list has 60 cards; an editor's strip may have thousands of pages. */
  pictureByAccount: limit('picture-account', 6000, 10 * MINUTE),
  uploadByAccount: limit('upload-account', 120, HOUR),
  previewBulkByAccount: limit('preview-bulk-account', 120, 10 * MINUTE),
  createBulkByAccount: limit('create-bulk-account', 30, HOUR),
  saveTemplateByAccount: limit('save-template-account', 300, HOUR),
  annotateByAccount: limit('annotate-account', 300, HOUR),
  saveSignatureByAccount: limit('save-signature-account', 120, HOUR),
  retrySealingByAccount: limit('retry-sealing-account', 60, HOUR),
  editParticipantsByAccount: limit('edit-participants-account', 600, HOUR),
  setOrderByAccount: limit('set-order-account', 600, HOUR),
  changeFileByAccount: limit('change-file-account', 600, HOUR),
  /** Tags and the archive. */
  fileDocumentsByAccount: limit('file-documents-account', 1200, HOUR),
  setDeadlineByAccount: limit('set-deadline-account', 600, HOUR),
  setDeadlineByDocument: limit('set-deadline-document', 20, HOUR),
  findContactsByAccount: limit('find-contacts-account', 3000, HOUR),
  saveContactByAccount: limit('save-contact-account', 600, HOUR),
  importContactsByAccount: limit('import-contacts-account', 30, HOUR),
  forgetContactsByAccount: limit('forget-contacts-account', 600, HOUR),
  sendInvitationByAccount: limit('send-invitation-account', 300, HOUR),
  sendInvitationByField: limit('send-invitation-field', 10, HOUR),
  openInboxByAccount: limit('open-inbox-account', 300, HOUR),
  handOverLinkByAccount: limit('hand-over-link-account', 120, HOUR),
  /** Each reads a file in a thread. */
  findPlacesByAccount: limit('find-places-account', 300, HOUR),
  previewInvitationByAccount: limit('preview-invitation-account', 600, HOUR),
  guestAnswerByAddress: limit('guest-answer-address', 120, 10 * MINUTE),
  /** Sends a mail each. */
  forwardByField: limit('forward-field', 5, HOUR),
  /** A mail each; the person's fields count together in `UNANSWERED_MAX`. */
  questionByInvitation: limit('question-invitation', 6, HOUR),
  questionByDocument: limit('question-document', 60, HOUR),
  answerByAccount: limit('answer-question-account', 300, HOUR),
  /** Mail providers share few addresses. */
  unsubscribeByAddress: limit('unsubscribe-address', 600, 10 * MINUTE),
  remindByAccount: limit('remind-account', 300, HOUR),
  /** PDF readers ask about each certificate. */
  ocspByAddress: limit('ocsp-address', 3000, 10 * MINUTE),
  timeStampByAddress: limit('time-stamp-address', 300, 10 * MINUTE),
  pkiFilesByAddress: limit('pki-files-address', 600, 10 * MINUTE),
  verifyTrustByAddress: limit('verify-trust-address', 600, 10 * MINUTE),
  /** Each call occupies a worker. */
  verifyByAddress: limit('verify-address', 30, 10 * MINUTE),
  verifyRevocationByAddress: limit('verify-revocation-address', 120, 10 * MINUTE),
  sendPdfByAddress: limit('send-pdf-address', 30, HOUR),
  sendPdfByRecipient: limit('send-pdf-recipient', 5, HOUR),
} as const satisfies Record<string, RateLimit>

/** Growing delays instead of lockouts, for all addresses. */
export const attemptBackoffs = {
  loginByAccount: {
    name: 'login-account',
    free: 20,
    firstPauseSeconds: 5,
    longestPauseSeconds: 5 * MINUTE,
    forgetAfterSeconds: HOUR,
  },
  /** Three codes in a million are valid. */
  secondStepByAccount: {
    name: 'second-step-account',
    free: 10,
    firstPauseSeconds: 5,
    longestPauseSeconds: 5 * MINUTE,
    forgetAfterSeconds: DAY,
  },
  /** Limits guesses and mails per day. */
  resetByEmail: {
    name: 'reset-email',
    free: 3,
    firstPauseSeconds: MINUTE,
    longestPauseSeconds: HOUR,
    forgetAfterSeconds: DAY,
  },
} as const satisfies Record<string, AttemptBackoff>

/** Facts in a client's favour. */
export const trustedSources = {
  /** A successful login from this address. */
  familiarAddress: { name: 'familiar-address', forSeconds: 30 * DAY },
} as const satisfies Record<string, TrustedSource>
