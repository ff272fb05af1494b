import { Alert, buttonClass } from 'shared/ui'
import { SendingLink } from '../next/SendingLink.tsx'
import { nextTexts } from '../next/texts.ts'
import styles from './SendingLead.module.css'
import type { GuestSendingRow, SendingPlan } from './sending-plan.ts'
import { guestSendingTexts as texts } from './texts.ts'

/** Names that are written out; the list has all. */
const NAMED = 3

export interface SendingLeadProps {
  readonly plan: SendingPlan
  readonly notice: string | undefined
}

/** Over the button to sign: why nothing was signed, and which documents are left to read before the common act. */
export function SendingLead({ plan: { joint, unread, next }, notice }: SendingLeadProps) {
  return (
    <>
      {notice !== undefined && (
        <Alert tone="warning" live="assertive">
          {notice}
        </Alert>
      )}
      {unread.length > 0 && (
        <div className={styles.lead}>
          <Unread unread={unread} total={joint.length} />
          <NextDocumentLink next={next} variant="primary" />
        </div>
      )}
    </>
  )
}

function Unread({ unread, total }: { readonly unread: readonly GuestSendingRow[]; readonly total: number }) {
  const named = unread.slice(0, NAMED)
  return (
    <p className={styles.unread}>
      {texts.unread}{' '}
      {named.map(({ id, to, original_filename }, index) => (
        <span key={id}>
          {index > 0 && ', '}
          {to === undefined ? original_filename : <SendingLink to={to}>{original_filename}</SendingLink>}
        </span>
      ))}
      {unread.length > NAMED && texts.more(unread.length - NAMED)}. {texts.thenAll(total)}
    </p>
  )
}

export interface NextDocumentLinkProps {
  readonly next: GuestSendingRow | undefined
  readonly variant: 'primary' | 'secondary'
}

export function NextDocumentLink({ next, variant }: NextDocumentLinkProps) {
  if (next?.to === undefined) return null
  return (
    <SendingLink className={buttonClass(variant, 'md', styles.next)} to={next.to} title={next.original_filename}>
      {nextTexts.ofSending}
    </SendingLink>
  )
}
