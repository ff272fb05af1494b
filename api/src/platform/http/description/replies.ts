import { type Call, downloadFileCall, EVENTS_AT_HEADER, fileEventsCall, PDF_MIME_TYPE } from 'shared/contract'
import { ARCHIVE_MIME_TYPE, EXPORT_SIZE_HEADER, exportAccountCall, signerCopyCall } from 'shared/contract/accounts'
import { bulkResultCall } from 'shared/contract/bulk'
import { completionCertificateCall, evidenceCall, ZIP_MIME_TYPE } from 'shared/contract/evidence'
import { copyToSignCall } from 'shared/contract/own-program'
import { pagePictureCall, templatePictureCall } from 'shared/contract/page-picture'
import { sendingArchiveCall } from 'shared/contract/sendings'
import { templateFileCall } from 'shared/contract/templates'
import { openUnsubscribeCall } from 'shared/contract/unsubscribe'
import { verifyFileCall, XML_MIME_TYPE } from 'shared/contract/verify'
import { replySchema } from '../json-schema.ts'
import type { DescribedHeaders, DescribedResponse } from './described-parts.ts'
import { contentRangeHeader, etagHeader, fileHeaders, headerOf, rangeHeaders } from './headers.ts'

/** By status. */
type Replies = Readonly<Record<string, DescribedResponse>>

const DONE = 'Correcto'

const names = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/))

/** They answer 201. */
const creatingCalls = names(`register uploadFile createField createFormField addSavedSignature createTemplate
  duplicateTemplate useTemplate createBulkJob createWebhook createProgramToken createProgramClient addEmbeddingOrigin
  startAgentSession`)

/** They open a session, and the browser counts as known from then on. */
const sessionCalls = names('register login secondStep passkeyLogin passwordResetConfirm changePassword')

const rememberingHeader = headerOf('Set-Cookie', 'Recuerda el navegador; no abre la sesión.')

const fileReply = (type: string, headers: DescribedHeaders = {}): DescribedResponse => ({
  description: 'Los bytes del archivo.',
  headers: { ...fileHeaders, ...headers },
  content: { [type]: { schema: { type: 'string', format: 'binary', contentMediaType: type } } },
})

const rangedFile: DescribedHeaders = { ...etagHeader, ...rangeHeaders }

const rangedReplies = (type: string): Replies => ({
  '200': fileReply(type, rangedFile),
  '206': {
    ...fileReply(type, { ...rangedFile, ...contentRangeHeader }),
    description: 'Una parte del archivo (`Range`).',
  },
  '304': { description: 'El archivo no ha cambiado (`If-None-Match`).', headers: { ...fileHeaders, ...rangedFile } },
  '416': {
    description: 'El archivo no tiene esa parte.',
    headers: { ...fileHeaders, ...rangedFile, ...contentRangeHeader },
  },
})

const pictureHeaders = headerOf('ETag', 'Página, ancho y SHA-256 del documento, entre comillas.')

const pictureReplies: Replies = {
  '200': {
    description: 'La imagen.',
    headers: pictureHeaders,
    content: { 'image/webp': { schema: { type: 'string', format: 'binary', contentMediaType: 'image/webp' } } },
  },
  '204': { description: 'Esta página no se puede dibujar, o la revisión no es la última.', headers: pictureHeaders },
  '304': { description: 'La imagen no ha cambiado (`If-None-Match`).', headers: pictureHeaders },
}

const fileReplies: Readonly<Record<string, Replies>> = {
  [downloadFileCall.name]: rangedReplies(PDF_MIME_TYPE),
  [copyToSignCall.name]: { '200': fileReply(PDF_MIME_TYPE, etagHeader) },
  [completionCertificateCall.name]: { '200': fileReply(PDF_MIME_TYPE) },
  [pagePictureCall.name]: pictureReplies,
  [templatePictureCall.name]: pictureReplies,
  [templateFileCall.name]: { '200': fileReply(PDF_MIME_TYPE) },
  [evidenceCall.name]: { '200': fileReply(ZIP_MIME_TYPE) },
  [sendingArchiveCall.name]: { '200': fileReply(ZIP_MIME_TYPE) },
  [exportAccountCall.name]: {
    '200': fileReply(ARCHIVE_MIME_TYPE, headerOf(EXPORT_SIZE_HEADER, 'Tamaño aproximado, en bytes.')),
  },
  [signerCopyCall.name]: { '200': fileReply(ARCHIVE_MIME_TYPE) },
  [bulkResultCall.name]: { '200': fileReply('text/csv') },
  [fileEventsCall.name]: {
    '200': {
      description: 'Un flujo de eventos; el dato de cada uno es un objeto JSON.',
      headers: headerOf(EVENTS_AT_HEADER, 'Lugar en los eventos de la cuenta desde el que empieza el flujo.'),
      content: { 'text/event-stream': { schema: { type: 'string' } } },
    },
  },
  [verifyFileCall.name]: {
    '200': {
      description: 'El informe; en XML (ETSI TS 119 102-2) si `Accept` lo prefiere y el archivo tiene firmas.',
      headers: headerOf('Content-Disposition', 'Nombre del archivo; solo del XML.'),
      content: {
        'application/json': { schema: replySchema(verifyFileCall) },
        [XML_MIME_TYPE]: { schema: { type: 'string', contentMediaType: XML_MIME_TYPE } },
      },
    },
  },
  [openUnsubscribeCall.name]: {
    '303': { description: 'Lleva a la página.', headers: headerOf('Location', 'Dirección de la página.') },
  },
}

/** Successes, and answers to conditional requests. */
export const describeReplies = (call: Call): Replies =>
  fileReplies[call.name] ?? {
    [creatingCalls.has(call.name) ? '201' : '200']: {
      description: DONE,
      headers: sessionCalls.has(call.name) ? rememberingHeader : {},
      content: { 'application/json': { schema: replySchema(call) } },
    },
  }
