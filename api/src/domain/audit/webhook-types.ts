import type { WebhookEvent } from 'shared/contract/accounts'
import type { AuditKind } from './kinds.ts'

export const webhookTypes: Partial<Readonly<Record<AuditKind, WebhookEvent>>> = {
  'document-uploaded': 'document.created',
  'invitation-sent': 'document.sent',
  'invitation-seen': 'document.viewed',
  'field-signed': 'document.signed',
  'invitation-declined': 'document.declined',
  'document-completed': 'document.completed',
  'document-cancelled': 'document.cancelled',
  'document-expired': 'document.expired',
}
