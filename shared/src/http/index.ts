export { currentAccessToken, provideAuth, refreshAccessToken } from './auth.ts'
export {
  type FailureKind,
  failureText,
  isMissingCode,
  kindOfFailure,
  messageOf,
  reportUnknown,
  UNKNOWN_FAILURE,
  unansweredCall,
} from './failures.ts'
export { type DownloadOptions, type FindFiles, filesApi, saveBlob } from './files.ts'
export { HttpError, isAbort, isNotFound, REQUEST_FALLBACK } from './http-error.ts'
export { NETWORK_MESSAGE, readFailure, serverText } from './read-failure.ts'
export { type Bearer, configureHost, parseReply, request, urlOf } from './request.ts'
export { newRequestKey } from './request-key.ts'
export type { UploadOptions } from './send-form.ts'
export { sessionApi } from './session.ts'
export { agentApi, fieldsApi, guestApi, invitationsApi, signingApi } from './signing.ts'
export { type UploadInput, uploadFile } from './upload-file.ts'
