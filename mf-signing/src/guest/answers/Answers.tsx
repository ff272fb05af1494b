import { useEffect, useState } from 'react'
import { dateFormat } from 'shared/contract'
import { failureText } from 'shared/http'
import { useSearchParams } from 'shared/router'
import { notify } from 'shared/state'
import { Alert, Button } from 'shared/ui'
import { formatPeopleNames } from '../../format.ts'
import { deferComponent } from '../../viewer/deferred.ts'
import { PrivacyLink } from '../PrivacyLink.tsx'
import { QUESTIONS_PARAMETER } from '../questions/asking-person.ts'
import type { AnswerKind, AnswersProps } from './answer-props.ts'
import { answerTexts, NO_REMINDERS } from './constants.ts'
import styles from './GuestAnswers.module.css'

const answerDialog = deferComponent(() => import(/* webpackChunkName: "guest-answers" */ './AnswerDialog.tsx'))

const formatDate = dateFormat({ dateStyle: 'long' })

const askedByMail = (search: URLSearchParams): AnswerKind | undefined => {
  if (search.has(QUESTIONS_PARAMETER)) return 'question'
  return search.get(NO_REMINDERS.name) === NO_REMINDERS.value ? 'reminders' : undefined
}

/** Low-key: most people do what they are asked for. */
export function Answers(props: AnswersProps) {
  const [search] = useSearchParams()
  const fromMail = askedByMail(search)
  const [asked, setAsked] = useState<AnswerKind>()
  const Dialog = answerDialog.use(asked !== undefined, (error) => {
    setAsked(undefined)
    notify({ type: 'error', message: failureText(error, answerTexts.notLoaded) })
  })
  // Only opens the dialog: mail scanners follow links.
  useEffect(() => {
    if (fromMail) setAsked(fromMail)
  }, [fromMail])
  const { person, kinds, words } = props
  const { proposal, ownerName, remindersSilenced, turn, waitsFor = [], answerBy } = person
  const labels: Record<AnswerKind, string> = {
    question: words.question,
    decline: words.decline,
    forward: words.forward,
    reminders: remindersSilenced ? answerTexts.listen : answerTexts.silence,
  }
  return (
    <div className={styles.answers}>
      {answerBy && <p className={styles.signBy}>{words.answerBy(formatDate(`${answerBy}T12:00:00-06:00`))}</p>}
      {turn === 'later' && (
        <Alert tone="info" live="polite" title={words.notYourTurn}>
          {waitsFor.length > 0 ? answerTexts.waitsForApproval(formatPeopleNames(waitsFor)) : words.notYourTurnMeans}
        </Alert>
      )}
      {proposal && (
        <Alert tone="info" live="polite" title={words.proposed(proposal.name)}>
          {words.proposedMeans(ownerName)}
        </Alert>
      )}
      <details open={window.innerWidth >= 900}>
        <summary>{answerTexts.others}</summary>
        <div className={styles.options}>
          {kinds.map((kind) => (
            <Button
              key={kind}
              variant="ghost"
              size="sm"
              busy={asked === kind && !Dialog}
              onClick={() => setAsked(kind)}
            >
              {labels[kind]}
            </Button>
          ))}
        </div>
        <PrivacyLink token={person.token} />
      </details>
      {asked && Dialog && <Dialog {...props} kind={asked} onClose={() => setAsked(undefined)} />}
    </div>
  )
}
