import { ownAlternate } from './alternates.ts'
import { checkOpenField, publicDocument } from './check-open-field.ts'
import { checkTurn } from './check-turn.ts'
import { isOpenedByAccount } from './confirmed-addresses.ts'
import { checkNotExpired } from './deadline.ts'
import {
  documentOfParticipant,
  documentWithOriginal,
  entitledRecipient,
  ownDocument,
  readableDocument,
} from './document-access.ts'
import { ownField, visibleField } from './find-field.ts'
import { openLinkSession } from './find-link-session.ts'
import { ownParticipant } from './find-participant.ts'
import { closedBecause } from './invitation-access.ts'
import { checkMayInvite } from './invite-by-api-client.ts'
import { invitedReader } from './invited-reader.ts'

interface Permission {
  readonly who: string
  readonly may: string
  /** The functions that decide; the page takes their names. */
  readonly decidedBy: readonly ((...parameters: never[]) => unknown)[]
}

/** Whatever no permission grants is refused. */
export interface AccessPolicy {
  readonly object: string
  readonly permissions: readonly Permission[]
  /** Names of the contract. Each call of the API is in exactly one policy. */
  readonly calls: readonly string[]
}

const names = (list: string): readonly string[] => list.trim().split(/\s+/)

const ACCOUNT = 'its user, with a session; no program and no guest'
const account = (may: string): readonly Permission[] => [{ who: ACCOUNT, may, decidedBy: [] }]

/** One per kind of object; `docs/permissions.md` is made of them. */
export const accessPolicies: readonly AccessPolicy[] = [
  {
    object: 'Document',
    permissions: [
      {
        who: 'owner',
        may: 'everything below; a program of the account, what its scopes allow',
        decidedBy: [ownDocument],
      },
      { who: 'owner', may: 'read the uploaded original', decidedBy: [documentWithOriginal] },
      {
        who: 'guest of the document',
        may: 'read it, and judge its format',
        decidedBy: [readableDocument, documentOfParticipant],
      },
      { who: 'holder of an open invitation', may: 'read it before opening a session', decidedBy: [invitedReader] },
      { who: 'anyone', may: 'read it while the owner shares it', decidedBy: [readableDocument] },
      { who: 'anyone', may: 'have it mailed to its owner or to a signer with access', decidedBy: [entitledRecipient] },
    ],
    calls: names(`uploadFile listFiles findFiles fileEvents getFile changeFile shareFile unshareFile deleteFile
      downloadFile firstPage pagePicture findPlaces sendPdfEmail annotationState saveAnnotations nationalFormat completionCertificate evidence retrySealing
      getSigningMode setSigningMode setDeadline getSigningOrder setSigningOrder cancelDocument archiveFiles`),
  },
  {
    object: 'Field and its form',
    permissions: [
      { who: 'owner of the document', may: 'place, read and delete fields', decidedBy: [ownField] },
      {
        who: 'guest',
        may: 'read its own field only; fill it and the fields that the same act signs',
        decidedBy: [visibleField],
      },
      {
        who: 'signer',
        may: 'sign its own field, in its turn and before the deadline',
        decidedBy: [checkTurn, checkNotExpired],
      },
    ],
    calls: names(`listFields getField createField deleteField listFormFields proposeFormFields createFormField
      changeFormField deleteFormField readForm saveFormDraft digitalSign prepareSignature completeSignature
      startFvaSignature fvaSignature cancelFvaSignature copyToSign copyState signedCopy`),
  },
  {
    object: 'Invitation',
    permissions: [
      { who: 'owner of the document', may: 'send, preview, list, revoke and remind', decidedBy: [ownDocument] },
      {
        who: 'owner of the document, with a session',
        may: 'take its link to hand it over, correct its address',
        decidedBy: [ownDocument],
      },
      { who: 'program', may: 'invite to documents that it reads or made', decidedBy: [checkMayInvite] },
      {
        who: 'account with its address, confirmed: its main or another one',
        may: 'list it, and open it with the session while that lasts',
        decidedBy: [isOpenedByAccount],
      },
      { who: 'holder of its token', may: 'open it while it is open', decidedBy: [closedBecause] },
      {
        who: 'guest of it',
        may: 'decline, forward, silence reminders, say that it was seen',
        decidedBy: [visibleField],
      },
    ],
    calls: names(`sendInvitation previewInvitation listInvitations revokeInvitation remind answerProposal
      listInbox openInbox validateInvitation lapsedInvitation renewInvitation unsubscribe openUnsubscribe seenInvitation declineInvitation
      forwardInvitation silenceReminders handOverLink correctAddress`),
  },
  {
    object: 'Person who may sign in the place of another',
    permissions: [
      {
        who: 'owner of the document',
        may: 'list, add, remove and invite; the other calls are those of invitations',
        decidedBy: [ownAlternate],
      },
      { who: 'program', may: 'invite to documents that it reads or made', decidedBy: [checkMayInvite] },
    ],
    calls: names('listAlternates addAlternate removeAlternate inviteAlternate'),
  },
  {
    object: 'Participant without a field',
    permissions: [
      {
        who: 'owner of the document',
        may: 'list, add, change, remove and invite; revoking and reminding are calls of invitations',
        decidedBy: [ownParticipant],
      },
      { who: 'program', may: 'invite to documents that it reads or made', decidedBy: [checkMayInvite] },
      { who: 'holder of its token', may: 'open it while it is open', decidedBy: [closedBecause] },
      {
        who: 'participant of it',
        may: 'read the document, and answer as what they are asked for; sign nothing',
        decidedBy: [readableDocument],
      },
    ],
    calls: names(`listParticipants addParticipant changeParticipant removeParticipant inviteParticipant
      previewParticipant openParticipation seenDocument approveDocument rejectDocument confirmReading
      forwardParticipation silenceParticipation`),
  },
  {
    object: 'Question',
    permissions: [
      { who: 'owner of the document', may: 'read every thread, and answer', decidedBy: [ownDocument] },
      {
        who: 'guest who signs, approves or reads',
        may: 'read the own thread, and ask until the answer; a copy and a public link ask nothing',
        decidedBy: [visibleField, closedBecause],
      },
    ],
    calls: names(`ownQuestions askQuestion participantQuestions askAsParticipant listQuestions answerQuestion`),
  },
  {
    object: 'Public link',
    permissions: [
      { who: 'anyone', may: 'open a session of a link for signing', decidedBy: [publicDocument, checkOpenField] },
      { who: 'holder of that session', may: 'act as guest of one field', decidedBy: [openLinkSession] },
    ],
    calls: names('signingAgent startAgentSession publicLink linkCode'),
  },
  {
    object: 'Template',
    permissions: [
      {
        who: 'owner; a program with `templates:use`',
        may: 'what its calls state; other templates are not found',
        decidedBy: [],
      },
    ],
    calls: names(`listTemplates getTemplate templateFile templatePicture templateDraft editTemplateFields createTemplate
      saveTemplateVersion changeTemplate duplicateTemplate deleteTemplate useTemplate sendTemplateDocument`),
  },
  {
    object: 'Tag',
    permissions: [
      {
        who: 'its user; a program, what its scopes allow',
        may: 'use it on documents and templates of the account; a program on templates with `templates:use`',
        decidedBy: [],
      },
    ],
    calls: names('listTags applyTags renameTag deleteTag'),
  },
  {
    object: 'Sending of several documents',
    permissions: [
      {
        who: 'owner of all its documents; a program, what its scopes allow',
        may: 'form it, read it, change it until a person was invited, download it',
        decidedBy: [ownDocument],
      },
      {
        who: 'guest by invitation',
        may: 'sign in one act what waits for the same name and address in its documents',
        decidedBy: [visibleField, checkTurn, closedBecause],
      },
      {
        who: 'holder of the token of an ended invitation',
        may: 'learn the page of the next document that waits for the same person',
        decidedBy: [closedBecause],
      },
    ],
    calls: names(`createSending getSending changeSending dissolveSending sendingArchive signSending nextInSending`),
  },
  {
    object: 'Bulk job',
    permissions: [
      { who: 'owner; a program with `templates:use`', may: 'start, read, pause, resume and cancel it', decidedBy: [] },
    ],
    calls: names('previewBulk createBulkJob listBulkJobs getBulkJob changeBulkJob bulkResult'),
  },
  {
    object: 'Webhook',
    permissions: [
      { who: 'owner; a program with `webhooks:manage`', may: 'manage it and read its deliveries', decidedBy: [] },
    ],
    calls: names(`listWebhooks createWebhook updateWebhook deleteWebhook rotateWebhook testWebhook listWebhookDeliveries
      getWebhookDelivery resendWebhookDelivery`),
  },
  {
    object: 'Session and second factor',
    permissions: account('read and end them; a change needs a proof of identity'),
    calls: names(`register login refresh logout passwordReset passwordResetConfirm oauthToken oauthRevoke proveIdentity
      securityState secondStep startPasskeyLogin passkeyLogin secondFactors startTotp confirmTotp removeTotp
      newRecoveryCodes startPasskey addPasskey removePasskey startPasskeyProof provePasskey listSessions endSession
      endOtherSessions securityLog`),
  },
  {
    object: 'Token and client of a program',
    permissions: account('create, list and delete them'),
    calls: names(`listProgramTokens createProgramToken deleteProgramToken listProgramClients createProgramClient
      rotateProgramClient deleteProgramClient`),
  },
  {
    object: 'Account',
    permissions: account('read, change, export and delete it'),
    calls:
      names(`profile updateProfile changePassword changeEmail cancelEmailChange requestEmailConfirmation confirmEmail
      undoEmailChange listAddresses addAddress confirmAddress removeAddress exportAccount deleteAccount storageUse
      findContacts addContact changeContact importContacts forgetContact forgetContacts listSavedSignatures
      addSavedSignature deleteSavedSignature listEmbeddingOrigins addEmbeddingOrigin removeEmbeddingOrigin
      readEmbeddingDevelopment changeEmbeddingDevelopment`),
  },
  {
    object: 'Data of a signer without an account',
    permissions: [
      { who: 'holder of the mailed link', may: 'read, copy and ask to remove the data of one signer', decidedBy: [] },
    ],
    calls: names('privacy signerData signerCopy signerRemoval'),
  },
  {
    object: 'Site',
    permissions: [
      {
        who: 'anyone',
        may: 'verify files, which are not kept; the national service reports by its own key',
        decidedBy: [],
      },
    ],
    calls: names('frameAncestors fvaResult fvaAlive verifyTrust verifyFile verifyRevocation'),
  },
]
