import type { ProgramScope } from 'shared/contract/accounts'
import type { RouteAccess } from '../../src/platform/http/actor.ts'

/**
 * Callers of an unshared document and one of its fields.
 * - `stranger`: owns another document
 * - `sibling`: invited to another field of the document
 * - `elsewhere`: invited to another document of the owner
 * - `byLink`: used the public link, for another field
 * - `reader`: invited to read the document and confirm it, without a field
 * - `otherReader`: the same of another document of the owner
 */
export const callers = [
  'anonymous',
  'stranger',
  'owner',
  'guest',
  'sibling',
  'elsewhere',
  'byLink',
  'reader',
  'otherReader',
] as const
export type Caller = (typeof callers)[number]

type Row = readonly [number, number, number, number, number, number, number, number, number]

export interface Expected {
  readonly access: RouteAccess['kind']
  readonly statuses: Row
}

const everybody = (access: RouteAccess['kind'], status: number): Expected => ({
  access,
  statuses: [status, status, status, status, status, status, status, status, status],
})

const session = (stranger: number, owner: number): Expected => ({
  access: 'session',
  statuses: [401, stranger, owner, 403, 403, 403, 403, 403, 403],
})

const guest = (status: number): Expected => ({
  access: 'guest',
  statuses: [401, 403, 403, status, 403, 403, 403, 403, 403],
})

const signer = (status: number): Expected => ({
  access: 'session-or-guest',
  statuses: [401, 404, 403, status, 403, 403, 403, 403, 403],
})

const withoutCards: Expected = {
  access: 'session-or-guest',
  statuses: [401, 404, 404, 404, 404, 404, 404, 403, 403],
}

const participant = (status: number): Expected => ({
  access: 'participant',
  statuses: [401, 403, 403, 403, 403, 403, 403, status, 403],
})

/**
 * With the body of `bodies` in `scene.ts`, if any (400:
 * access granted, body rejected). A missing call fails the test.
 */
export const expectedAccess: Readonly<Record<string, Expected>> = {
  register: everybody('anyone', 400),
  login: everybody('anyone', 400),
  refresh: everybody('anyone', 400),
  passwordReset: everybody('anyone', 400),
  passwordResetConfirm: everybody('anyone', 400),
  oauthToken: everybody('anyone', 400),
  oauthRevoke: everybody('anyone', 400),
  logout: session(200, 200),
  profile: session(200, 200),
  updateProfile: session(200, 200),
  proveIdentity: session(400, 400),
  changePassword: session(400, 400),
  changeEmail: session(400, 400),
  cancelEmailChange: session(200, 200),
  requestEmailConfirmation: session(200, 200),
  confirmEmail: everybody('anyone', 400),
  listAddresses: session(200, 200),
  addAddress: session(200, 200),
  confirmAddress: session(400, 400),
  removeAddress: session(400, 400),
  undoEmailChange: everybody('anyone', 400),
  securityState: session(200, 200),
  secondStep: everybody('anyone', 400),
  startPasskeyLogin: everybody('anyone', 200),
  passkeyLogin: everybody('anyone', 400),
  secondFactors: session(200, 200),
  startTotp: session(400, 400),
  confirmTotp: session(400, 400),
  removeTotp: session(400, 400),
  newRecoveryCodes: session(400, 400),
  startPasskey: session(400, 400),
  addPasskey: session(400, 400),
  removePasskey: session(400, 400),
  startPasskeyProof: session(404, 404),
  provePasskey: session(400, 400),
  listSessions: session(200, 200),
  endSession: session(400, 400),
  endOtherSessions: session(200, 200),
  securityLog: session(200, 200),
  listProgramTokens: session(200, 200),
  createProgramToken: session(400, 400),
  deleteProgramToken: session(400, 400),
  listProgramClients: session(200, 200),
  createProgramClient: session(400, 400),
  rotateProgramClient: session(400, 400),
  deleteProgramClient: session(400, 400),
  listEmbeddingOrigins: session(200, 200),
  addEmbeddingOrigin: session(400, 400),
  removeEmbeddingOrigin: session(400, 400),
  readEmbeddingDevelopment: session(200, 200),
  changeEmbeddingDevelopment: session(400, 400),
  frameAncestors: everybody('anyone', 400),
  listWebhooks: session(200, 200),
  createWebhook: session(400, 400),
  updateWebhook: session(400, 400),
  deleteWebhook: session(400, 400),
  rotateWebhook: session(400, 400),
  testWebhook: session(400, 400),
  listWebhookDeliveries: session(400, 400),
  getWebhookDelivery: session(400, 400),
  resendWebhookDelivery: session(400, 400),
  exportAccount: session(400, 400),
  deleteAccount: session(400, 400),
  storageUse: session(200, 200),
  privacy: everybody('anyone', 200),
  signerData: everybody('anyone', 400),
  signerCopy: everybody('anyone', 400),
  signerRemoval: everybody('anyone', 400),

  uploadFile: session(400, 400),
  listFiles: session(200, 200),
  findFiles: session(200, 200),
  fileEvents: session(200, 200),
  getFile: session(404, 200),
  changeFile: session(404, 200),
  shareFile: session(404, 200),
  unshareFile: session(404, 200),
  deleteFile: session(404, 200),
  archiveFiles: session(404, 200),
  listTags: session(200, 200),
  applyTags: session(404, 200),
  renameTag: session(404, 404),
  deleteTag: session(404, 404),
  downloadFile: { access: 'visitor', statuses: [404, 404, 200, 200, 200, 404, 200, 200, 404] },
  firstPage: { access: 'visitor', statuses: [404, 404, 200, 200, 200, 404, 200, 200, 404] },
  pagePicture: session(404, 200),
  sendPdfEmail: everybody('anyone', 200),

  annotationState: session(404, 200),
  saveAnnotations: session(404, 400),
  listSavedSignatures: session(200, 200),
  addSavedSignature: session(201, 201),
  deleteSavedSignature: session(404, 404),

  nationalFormat: { access: 'session-or-guest', statuses: [401, 404, 200, 200, 200, 404, 200, 403, 403] },
  completionCertificate: { access: 'session-or-guest', statuses: [401, 404, 409, 404, 404, 404, 404, 403, 403] },
  evidence: session(404, 409),
  retrySealing: session(404, 200),

  listFields: session(404, 200),
  getField: { access: 'visitor', statuses: [401, 404, 200, 200, 403, 403, 403, 403, 403] },
  createField: session(404, 201),
  deleteField: session(404, 200),
  listFormFields: session(404, 200),
  proposeFormFields: session(404, 200),
  findPlaces: session(404, 200),
  createFormField: session(404, 201),
  changeFormField: session(404, 200),
  deleteFormField: session(404, 200),
  readForm: { access: 'visitor', statuses: [401, 404, 403, 200, 403, 403, 403, 403, 403] },
  saveFormDraft: signer(200),
  getSigningMode: session(404, 200),
  setSigningMode: session(404, 200),
  setDeadline: session(404, 200),
  listInbox: session(200, 200),
  openInbox: session(404, 404),
  findContacts: session(200, 200),
  addContact: session(200, 200),
  changeContact: session(400, 400),
  importContacts: session(200, 200),
  forgetContact: session(400, 400),
  forgetContacts: session(200, 200),
  getSigningOrder: session(404, 200),
  setSigningOrder: session(404, 200),

  listTemplates: session(200, 200),
  getTemplate: session(404, 404),
  templateFile: session(404, 404),
  templatePicture: session(404, 404),
  templateDraft: session(404, 200),
  editTemplateFields: session(404, 404),
  createTemplate: session(404, 400),
  saveTemplateVersion: session(404, 404),
  changeTemplate: session(404, 404),
  duplicateTemplate: session(404, 404),
  deleteTemplate: session(404, 404),
  useTemplate: session(404, 404),
  sendTemplateDocument: session(404, 409),
  previewBulk: session(404, 404),
  createBulkJob: session(404, 404),
  listBulkJobs: session(200, 200),
  getBulkJob: session(404, 404),
  changeBulkJob: session(404, 404),
  bulkResult: session(404, 404),

  sendInvitation: session(404, 200),
  previewInvitation: session(404, 200),
  listInvitations: session(404, 200),
  handOverLink: session(404, 200),
  correctAddress: session(404, 200),
  revokeInvitation: session(404, 200),
  /** Reminders start one day after the invitation. */
  remind: session(404, 409),
  answerProposal: session(404, 409),
  cancelDocument: session(404, 200),
  validateInvitation: everybody('anyone', 400),
  lapsedInvitation: everybody('anyone', 400),
  renewInvitation: everybody('anyone', 400),
  unsubscribe: everybody('anyone', 400),
  openUnsubscribe: everybody('anyone', 400),
  seenInvitation: guest(200),
  declineInvitation: guest(200),
  forwardInvitation: guest(200),
  silenceReminders: guest(200),

  createSending: session(400, 400),
  getSending: session(404, 404),
  changeSending: session(400, 400),
  dissolveSending: session(404, 404),
  sendingArchive: session(404, 404),
  /** Its document stands alone. */
  signSending: guest(409),
  nextInSending: everybody('anyone', 400),

  listAlternates: session(404, 200),
  addAlternate: session(404, 200),
  removeAlternate: session(404, 200),
  inviteAlternate: session(404, 200),
  listParticipants: session(404, 200),
  addParticipant: session(404, 200),
  changeParticipant: session(404, 409),
  removeParticipant: session(404, 200),
  inviteParticipant: session(404, 200),
  previewParticipant: session(404, 200),
  openParticipation: everybody('anyone', 400),
  seenDocument: participant(200),
  /** A reader does not approve. */
  approveDocument: participant(403),
  rejectDocument: participant(403),
  confirmReading: participant(200),
  forwardParticipation: participant(200),
  silenceParticipation: participant(200),

  ownQuestions: guest(200),
  askQuestion: guest(200),
  participantQuestions: participant(200),
  askAsParticipant: participant(200),
  listQuestions: session(404, 200),
  answerQuestion: session(404, 404),

  signingAgent: everybody('anyone', 200),
  startAgentSession: everybody('anyone', 404),
  publicLink: everybody('anyone', 404),
  linkCode: everybody('anyone', 404),
  digitalSign: signer(200),
  prepareSignature: withoutCards,
  completeSignature: withoutCards,
  startFvaSignature: withoutCards,
  fvaSignature: withoutCards,
  cancelFvaSignature: withoutCards,
  fvaResult: everybody('anyone', 404),
  fvaAlive: everybody('anyone', 404),
  copyToSign: signer(200),
  copyState: signer(200),
  signedCopy: signer(400),

  verifyTrust: everybody('anyone', 200),
  verifyFile: everybody('anyone', 400),
  verifyRevocation: everybody('anyone', 400),
}

export const expectedScopes: Readonly<Record<string, ProgramScope>> = {
  findFiles: 'documents:read',
  getFile: 'documents:read',
  downloadFile: 'documents:read',
  pagePicture: 'documents:read',
  listFields: 'documents:read',
  getField: 'documents:read',
  listFormFields: 'documents:read',
  proposeFormFields: 'documents:read',
  findPlaces: 'documents:read',
  getSigningOrder: 'documents:read',
  listInvitations: 'documents:read',
  getSending: 'documents:read',
  sendingArchive: 'documents:read',
  listAlternates: 'documents:read',
  listParticipants: 'documents:read',
  listQuestions: 'documents:read',
  completionCertificate: 'documents:read',
  evidence: 'documents:read',
  listTemplates: 'templates:use',
  getTemplate: 'templates:use',
  templateFile: 'templates:use',
  templatePicture: 'templates:use',
  useTemplate: 'templates:use',
  sendTemplateDocument: 'templates:use',
  previewBulk: 'templates:use',
  createBulkJob: 'templates:use',
  listBulkJobs: 'templates:use',
  getBulkJob: 'templates:use',
  changeBulkJob: 'templates:use',
  bulkResult: 'templates:use',
  uploadFile: 'documents:write',
  createField: 'documents:write',
  deleteField: 'documents:write',
  createFormField: 'documents:write',
  changeFormField: 'documents:write',
  deleteFormField: 'documents:write',
  setSigningOrder: 'documents:write',
  sendInvitation: 'documents:write',
  createSending: 'documents:write',
  changeSending: 'documents:write',
  dissolveSending: 'documents:write',
  addAlternate: 'documents:write',
  removeAlternate: 'documents:write',
  inviteAlternate: 'documents:write',
  addParticipant: 'documents:write',
  changeParticipant: 'documents:write',
  removeParticipant: 'documents:write',
  inviteParticipant: 'documents:write',
  answerQuestion: 'documents:write',
  revokeInvitation: 'documents:write',
  remind: 'documents:write',
  cancelDocument: 'documents:write',
  setDeadline: 'documents:write',
  changeFile: 'documents:write',
  deleteFile: 'documents:write',
  archiveFiles: 'documents:write',
  listTags: 'documents:read',
  applyTags: 'documents:write',
  renameTag: 'documents:write',
  deleteTag: 'documents:write',
  listWebhooks: 'webhooks:manage',
  createWebhook: 'webhooks:manage',
  updateWebhook: 'webhooks:manage',
  deleteWebhook: 'webhooks:manage',
  rotateWebhook: 'webhooks:manage',
  testWebhook: 'webhooks:manage',
  listWebhookDeliveries: 'webhooks:manage',
  getWebhookDelivery: 'webhooks:manage',
  resendWebhookDelivery: 'webhooks:manage',
}

/**
 * For programs with the scope of the row, if not as for the owner.
 * `sendInvitation`, `inviteParticipant` and `inviteAlternate`: only for documents that the program made, unless it reads all.
 */
export const narrowerForApiClients: Readonly<Record<string, number>> = {
  sendInvitation: 403,
  inviteParticipant: 403,
  inviteAlternate: 403,
}

const afterSigning = {
  digitalSign: 409,
  copyToSign: 409,
  copyState: 409,
  saveFormDraft: 409,
  declineInvitation: 409,
  forwardInvitation: 409,
  askQuestion: 409,
}

/** Where a guest in this state of an invitation gets another answer than `expectedAccess` has for guests. */
export const guestAnswers: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  'waiting for its turn': { digitalSign: 409, copyToSign: 409, copyState: 409, signedCopy: 409 },
  signed: afterSigning,
  'signed, and past its time': afterSigning,
  'signed, and the document was cancelled': afterSigning,
}

/** Operational routes without personal data. */
export const openRoutes: readonly string[] = [
  'OPTIONS *',
  'GET /home/api/docs',
  'GET /home/api/docs/programas',
  'GET /home/api/docs/programas.json',
  'GET /home/api/docs/json',
  'GET /home/api/docs/yaml',
  'GET /home/api/docs/static/*',
  'GET /home/api/docs/static/index.html',
  'GET /home/api/docs/static/swagger-initializer.js',
  'GET /.well-known/oauth-authorization-server',
  'GET /healthz',
  'GET /readyz',
  'GET /pki/ca',
  'GET /pki/ca/:file',
  'GET /pki/crl',
  'GET /pki/crl/:file',
  'GET /pki/log/:tree/checkpoint',
  'GET /pki/log/:tree/tile/*',
  'GET /pki/log/checkpoint',
  'GET /pki/log/policy',
  'GET /pki/log/tile/*',
  'GET /pki/ocsp/*',
  'POST /mail/bounces',
  'POST /pki/ocsp',
  'POST /pki/tsa',
]

/** Development outbox, only without SMTP_URL. */
export const outboxRoutes: readonly string[] = ['GET /dev/outbox', 'GET /dev/outbox/:id', 'GET /dev/outbox/:id/html']
