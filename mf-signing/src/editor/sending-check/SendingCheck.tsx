import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { useState } from 'react'
import { Button } from 'shared/ui'
import { uninvitedFields } from '../invitations/invitations.ts'
import type { EditorModel } from '../use-editor.ts'
import styles from './SendingCheck.module.css'
import { type SendingFlaw, sendingFlaws } from './sending-flaws.ts'
import { checkTexts, flawInWords, summaryOf } from './texts.ts'

export interface SendingCheckProps
  extends Pick<EditorModel, 'fields' | 'forms' | 'signers' | 'selection' | 'viewer' | 'invitations'> {
  /** Closes whatever covers the page. */
  readonly onShown: () => void
}

const flawsOf = ({ fields, forms, signers, invitations }: SendingCheckProps): readonly SendingFlaw[] => {
  const { settled, readOnlyReason, overlaps } = fields
  const waiting = invitations.load.kind === 'ready' && uninvitedFields(invitations.guests).length > 0
  // Nothing to send, or nothing that could be changed.
  const checked = waiting && !readOnlyReason
  if (!checked) return []
  return sendingFlaws({ fields: settled, forms: forms.all, signers: signers.list, isAccepted: overlaps.isAccepted })
}

const keyOf = (flaw: SendingFlaw): string => {
  switch (flaw.kind) {
    case 'without-field':
      return `${flaw.kind} ${flaw.signer.key}`
    case 'overlap':
      return `${flaw.kind} ${flaw.overlap.below.id} ${flaw.overlap.above.id}`
    case 'orphan':
    case 'unfinished':
      return `${flaw.kind} ${flaw.field.id}`
  }
}

export function SendingCheck(props: SendingCheckProps) {
  const flaws = flawsOf(props)
  const [open, setOpen] = useState(false)
  if (flaws.length === 0) return null
  return (
    <details className={styles.check} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className={styles.summary}>
        <TriangleAlert aria-hidden="true" />
        <span>{summaryOf(flaws)}</span>
      </summary>
      {open && (
        // biome-ignore lint/a11y/noRedundantRoles: Safari drops the list role of lists without bullets.
        <ul role="list" className={styles.flaws}>
          {flaws.map((flaw) => (
            <FlawRow key={keyOf(flaw)} {...props} flaw={flaw} />
          ))}
        </ul>
      )}
    </details>
  )
}

interface FlawRowProps extends SendingCheckProps {
  readonly flaw: SendingFlaw
}

function FlawRow({ flaw, viewer, selection, signers, onShown }: FlawRowProps) {
  const show = () => {
    onShown()
    if (flaw.kind === 'without-field') {
      const { name, email } = flaw.signer
      return signers.addFieldFor({ name, email })
    }
    const { page, id } = flaw.kind === 'overlap' ? flaw.overlap.above : flaw.field
    viewer.goTo(page)
    selection.selectAndFocus(id)
  }
  const words = flawInWords(flaw)
  const action = flaw.kind === 'without-field' ? checkTexts.place : checkTexts.show
  return (
    <li className={styles.flaw}>
      <span>{words}</span>
      <Button size="sm" aria-label={`${action}: ${words}`} onClick={show}>
        {action}
      </Button>
    </li>
  )
}
