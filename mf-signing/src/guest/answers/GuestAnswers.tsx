import { useEffect, useState } from 'react'
import { dateFormat } from 'shared/contract'
import { failureText } from 'shared/http'
import { useSearchParams } from 'shared/router'
import { notify } from 'shared/state'
import { Alert, Button } from 'shared/ui'
import { deferComponent } from '../../viewer/deferred.ts'
import { PrivacyLink } from '../PrivacyLink.tsx'
import type { AnswerKind, GuestAnswersProps } from './answer-props.ts'
import { answerTexts, NO_REMINDERS } from './constants.ts'
import styles from './GuestAnswers.module.css'

const answerDialog = deferComponent(() => import(/* webpackChunkName: "guest-answers" */ './AnswerDialog.tsx'))

const formatDate = dateFormat({ dateStyle: 'long' })

/** Low-key: most guests sign. */
export default function GuestAnswers(props: GuestAnswersProps) {
  const [search] = useSearchParams()
  const asksAboutReminders = search.get(NO_REMINDERS.name) === NO_REMINDERS.value
  const [asked, setAsked] = useState<AnswerKind>()
  const Dialog = answerDialog.use(asked !== undefined, (error) => {
    setAsked(undefined)
    notify({ type: 'error', message: failureText(error, answerTexts.notLoaded) })
  })
  // Only opens the dialog: mail scanners follow links.
  useEffect(() => {
    if (asksAboutReminders) setAsked('reminders')
  }, [asksAboutReminders])
  const { proposal, ownerName, remindersSilenced, turn, sign_by: signBy } = props.invitation
  const option = (kind: AnswerKind, label: string) => (
    <Button variant="ghost" size="sm" busy={asked === kind && !Dialog} onClick={() => setAsked(kind)}>
      {label}
    </Button>
  )
  return (
    <div className={styles.answers}>
      {signBy && <p className={styles.signBy}>{answerTexts.signBy(formatDate(`${signBy}T12:00:00-06:00`))}</p>}
      {turn === 'later' && (
        <Alert tone="info" live="polite" title={answerTexts.notYourTurn}>
          {answerTexts.notYourTurnMeans}
        </Alert>
      )}
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
        <PrivacyLink entry={props.invitation} />
      </details>
      {asked && Dialog && <Dialog {...props} kind={asked} onClose={() => setAsked(undefined)} />}
    </div>
  )
}
