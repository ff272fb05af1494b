import { SURVIVED } from '../../src/platform/database/deaths.ts'
import type { StoredMail } from '../../src/platform/mail/transport.ts'

/** A mail at its first attempt. */
export const storedMail = (over: Partial<StoredMail> = {}): StoredMail => ({
  id: 7,
  kind: 'invitation',
  document_id: 1,
  to_name: 'Ana Rojas',
  to_address: 'ana@example.com',
  to_key: 'ana@example.com',
  subject: 'Señal',
  text_body: 'Hola',
  html_body: '<p>Hola</p>',
  attachment_name: 'a.pdf',
  invitation_id: null,
  unsubscribe_url: null,
  attachment_sha256: 'x',
  further_attachments: null,
  created_at: Date.UTC(2026, 0, 31),
  state: 'pending',
  priority: 1,
  attempts: 1,
  next_attempt_at: 0,
  claimed_until: null,
  claimed_by: null,
  ...SURVIVED,
  sent_at: null,
  last_error: null,
  request_id: null,
  trace_parent: null,
  ...over,
})
