import type { Migration } from 'kysely/migration'
import { initial } from './0001-0010/0001-initial.ts'
import { sharedEmails } from './0001-0010/0002-shared-emails.ts'
import { documentList } from './0001-0010/0003-document-list.ts'
import { invitationMails } from './0001-0010/0004-invitation-mails.ts'
import { signatureRequests } from './0001-0010/0005-signature-requests.ts'
import { guestSigning } from './0001-0010/0006-guest-signing.ts'
import { agentSessions } from './0001-0010/0007-agent-sessions.ts'
import { invitationLife } from './0001-0010/0008-invitation-life.ts'
import { cardRequests } from './0001-0010/0009-card-requests.ts'
import { cancelledDocuments } from './0001-0010/0010-cancelled-documents.ts'
import { annotations } from './0011-0020/0011-annotations.ts'
import { sealing } from './0011-0020/0012-sealing.ts'
import { issuedCertificates } from './0011-0020/0013-issued-certificates.ts'
import { evidenceLog } from './0011-0020/0014-evidence-log.ts'
import { severalProcesses } from './0011-0020/0016-several-processes.ts'
import { dataMoves } from './0011-0020/0017-data-moves.ts'
import { authenticatedLogs } from './0011-0020/0018-authenticated-logs.ts'
import { completionCertificates } from './0011-0020/0019-completion-certificates.ts'
import { invitationsOpenAlone } from './0011-0020/0020-invitations-open-alone.ts'
import { publicLinks } from './0021-0030/0021-public-links.ts'
import { accountSecurity } from './0021-0030/0022-account-security.ts'
import { uploadKeys } from './0021-0030/0023-upload-keys.ts'
import { personalData } from './0021-0030/0024-personal-data.ts'
import { documentGroups } from './0021-0030/0025-document-groups.ts'
import { personalMessages } from './0021-0030/0026-personal-messages.ts'
import { blobFindings } from './0021-0030/0027-blob-findings.ts'
import { mailPriorities } from './0021-0030/0028-mail-priorities.ts'
import { causesOfJobs } from './0021-0030/0029-causes-of-jobs.ts'
import { blobPrefixes } from './0021-0030/0030-blob-prefixes.ts'
import { documentModes } from './0031-0040/0031-document-modes.ts'
import { askedCertificates } from './0031-0040/0032-asked-certificates.ts'
import { fvaRequests } from './0031-0040/0033-fva-requests.ts'
import { programTokens } from './0031-0040/0034-program-tokens.ts'
import { webhooks } from './0031-0040/0035-webhooks.ts'
import { deadlines } from './0031-0040/0036-deadlines.ts'
import { contacts } from './0031-0040/0037-contacts.ts'
import { formFields } from './0031-0040/0038-form-fields.ts'
import { templates } from './0031-0040/0039-templates.ts'
import { programClients } from './0031-0040/0040-program-clients.ts'
import { embeddingOrigins } from './0041-0050/0041-embedding-origins.ts'
import { unmetRules } from './0041-0050/0042-unmet-rules.ts'
import { bulkJobs } from './0041-0050/0043-bulk-jobs.ts'
import { replacedWidgets } from './0041-0050/0044-replaced-widgets.ts'
import { fvaFormValues } from './0041-0050/0045-fva-form-values.ts'
import { templateEdits } from './0041-0050/0046-template-edits.ts'
import { listedOrigins } from './0041-0050/0047-listed-origins.ts'
import { webhookCreators } from './0041-0050/0048-webhook-creators.ts'
import { documentCreators } from './0041-0050/0049-document-creators.ts'

/** Run in order of name. Never change a released migration. */
export const migrations: Record<string, Migration> = {
  '0001-initial': initial,
  '0002-shared-emails': sharedEmails,
  '0003-document-list': documentList,
  '0004-invitation-mails': invitationMails,
  '0005-signature-requests': signatureRequests,
  '0006-guest-signing': guestSigning,
  '0007-agent-sessions': agentSessions,
  '0008-invitation-life': invitationLife,
  '0009-card-requests': cardRequests,
  '0010-cancelled-documents': cancelledDocuments,
  '0011-annotations': annotations,
  '0012-sealing': sealing,
  '0013-issued-certificates': issuedCertificates,
  '0014-evidence-log': evidenceLog,
  '0016-several-processes': severalProcesses,
  '0017-data-moves': dataMoves,
  '0018-authenticated-logs': authenticatedLogs,
  '0019-completion-certificates': completionCertificates,
  '0020-invitations-open-alone': invitationsOpenAlone,
  '0021-public-links': publicLinks,
  '0022-account-security': accountSecurity,
  '0023-upload-keys': uploadKeys,
  '0024-personal-data': personalData,
  '0025-document-groups': documentGroups,
  '0026-personal-messages': personalMessages,
  '0027-blob-findings': blobFindings,
  '0028-mail-priorities': mailPriorities,
  '0029-causes-of-jobs': causesOfJobs,
  '0030-blob-prefixes': blobPrefixes,
  '0031-document-modes': documentModes,
  '0032-asked-certificates': askedCertificates,
  '0033-fva-requests': fvaRequests,
  '0034-program-tokens': programTokens,
  '0035-webhooks': webhooks,
  '0036-deadlines': deadlines,
  '0037-contacts': contacts,
  '0038-form-fields': formFields,
  '0039-templates': templates,
  '0040-program-clients': programClients,
  '0041-embedding-origins': embeddingOrigins,
  '0042-unmet-rules': unmetRules,
  '0043-bulk-jobs': bulkJobs,
  '0044-replaced-widgets': replacedWidgets,
  '0045-fva-form-values': fvaFormValues,
  '0046-template-edits': templateEdits,
  '0047-listed-origins': listedOrigins,
  '0048-webhook-creators': webhookCreators,
  '0049-document-creators': documentCreators,
}
