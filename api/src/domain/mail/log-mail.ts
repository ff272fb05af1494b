import type { ApiDatabase } from '../../platform/database/open-database.ts'
import type { MailKind } from '../../platform/database/schema.ts'
import { appendEvent } from '../audit/append-event.ts'
import type { AuditKind } from '../audit/kinds.ts'

interface LoggedMail {
  readonly id: number
  readonly kind: MailKind
  readonly document_id: number | null
  readonly to_address: string
}

/** Never logs the mail's text or links. */
export const logMail = async (
  transaction: ApiDatabase,
  kind: AuditKind & `mail-${string}`,
  mail: LoggedMail,
  at: number,
): Promise<void> => {
  if (mail.document_id === null) return
  const data = { mail: mail.id, about: mail.kind, to: mail.to_address }
  await appendEvent(transaction, mail.document_id, { at, kind, actor: 'system', data })
}
