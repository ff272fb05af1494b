import type { ComponentType } from 'react'
import { useCallback, useEffect, useState } from 'react'
import { useSearchParams } from 'shared/router'
import { notify } from 'shared/state'
import { Alert, Button } from 'shared/ui'
import type { AnswerDialogProps } from './AnswerDialog.tsx'
import { answerTexts, NO_REMINDERS } from './constants.ts'
import styles from './GuestAnswers.module.css'

/** What a guest can answer besides signing. */
export type AnswerKind = 'decline' | 'forward' | 'reminders'

/** What these answers need to know of the invitation that opened the page. */
export interface AnsweredInvitation {
  /** The token of the link. */
  readonly token: string
  readonly ownerName: string
  readonly user: { readonly email: string; readonly access_token: string }
  readonly remindersSilenced: boolean
  /** Somebody else was proposed, and the owner has not answered yet. */
  readonly proposal: { readonly name: string; readonly email: string } | null
}

/** What a guest said that leaves the invitation standing. */
export type GuestAnswer = Partial<Pick<AnsweredInvitation, 'remindersSilenced' | 'proposal'>>

export interface GuestAnswersProps {
  readonly fieldId: number
  readonly invitation: AnsweredInvitation
  readonly onRenewed: (accessToken: string) => void
  readonly onAnswered: (answer: GuestAnswer) => void
  readonly onDeclined: () => void
}

/** What stands in the dialog: forms travel only when somebody asks for one. */
const useAnswerDialog = () => {
  const [asked, setAsked] = useState<AnswerKind>()
  const [loaded, setLoaded] = useState<{ readonly Dialog: ComponentType<AnswerDialogProps> }>()
  const ask = useCallback(async (kind: AnswerKind) => {
    setAsked(kind)
    try {
      const { AnswerDialog } = await import(/* webpackChunkName: "guest-answers" */ './AnswerDialog.tsx')
      setLoaded({ Dialog: AnswerDialog })
    } catch {
      setAsked(undefined)
      notify({ type: 'error', message: answerTexts.notLoaded })
    }
  }, [])
  return { asked, Dialog: loaded?.Dialog, ask, close: () => setAsked(undefined) }
}

/** Whoever does not sign can say so, or say who should; quiet, because most sign. */
export function GuestAnswers(props: GuestAnswersProps) {
  const [search] = useSearchParams()
  const asksAboutReminders = search.get(NO_REMINDERS.name) === NO_REMINDERS.value
  const { asked, Dialog, ask, close } = useAnswerDialog()
  // The link of a mail only asks: mail scanners follow links.
  useEffect(() => {
    if (asksAboutReminders) void ask('reminders')
  }, [asksAboutReminders, ask])
  const { proposal, ownerName, remindersSilenced } = props.invitation
  const option = (kind: AnswerKind, label: string) => (
    <Button variant="ghost" size="sm" busy={asked === kind && !Dialog} onClick={() => void ask(kind)}>
      {label}
    </Button>
  )
  return (
    <div className={styles.answers}>
      {proposal && (
        <Alert tone="info" live="polite" title={answerTexts.proposed(proposal.name)}>
          {answerTexts.proposedMeans(ownerName)}
        </Alert>
      )}
      <details open={window.innerWidth >= 900}>
        <summary>{answerTexts.others}</summary>
        <div className={styles.options}>
          {option('decline', answerTexts.decline)}
          {option('forward', answerTexts.forward)}
          {option('reminders', remindersSilenced ? answerTexts.listen : answerTexts.silence)}
        </div>
      </details>
      {asked && Dialog && <Dialog {...props} kind={asked} onClose={close} />}
    </div>
  )
}
