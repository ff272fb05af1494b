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

/** Over the button to sign: why nothing was signed, and which documents are left to read or fill in before the act. */
export function SendingLead({ plan: { joint, unread, unfilled, next }, notice }: SendingLeadProps) {
  return (
    <>
      {notice !== undefined && (
        <Alert tone="warning" live="assertive">
          {notice}
        </Alert>
      )}
      {unread.length + unfilled.length > 0 && (
        <div className={styles.lead}>
          <p className={styles.unread}>
            <Named title={texts.unread} rows={unread} />
            <Named title={texts.unfilled} rows={unfilled} />
            {texts.thenAll(joint.length)}
          </p>
          <NextDocumentLink next={next} variant="primary" label={unread.length === 0 ? texts.fill : undefined} />
        </div>
      )}
    </>
  )
}

function Named({ title, rows }: { readonly title: string; readonly rows: readonly GuestSendingRow[] }) {
  if (rows.length === 0) return null
  const named = rows.slice(0, NAMED)
  return (
    <>
      {title}{' '}
      {named.map(({ id, to, original_filename }, index) => (
        <span key={id}>
          {index > 0 && ', '}
          {to === undefined ? original_filename : <SendingLink to={to}>{original_filename}</SendingLink>}
        </span>
      ))}
      {rows.length > NAMED && texts.more(rows.length - NAMED)}.{' '}
    </>
  )
}

export interface NextDocumentLinkProps {
  readonly next: GuestSendingRow | undefined
  readonly variant: 'primary' | 'secondary'
  readonly label?: string | undefined
}

export function NextDocumentLink({ next, variant, label = nextTexts.ofSending }: NextDocumentLinkProps) {
  if (next?.to === undefined) return null
  return (
    <SendingLink className={buttonClass(variant, 'md', styles.next)} to={next.to} title={next.original_filename}>
      {label}
    </SendingLink>
  )
}
