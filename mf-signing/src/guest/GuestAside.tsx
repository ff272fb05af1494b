import Download from 'lucide-react/icons/download'
import { pageMessages } from 'shared/contract'
import { Alert, Button } from 'shared/ui'
import type { SignedField } from '../fields/field-lifecycle.ts'
import { formatDateTime } from '../format.ts'
import { later } from '../viewer/later.ts'
import type { ViewerModel } from '../viewer/use-viewer.ts'
import { guestTexts } from './constants.ts'
import styles from './GuestPage.module.css'
import type { GuestAction, VisitState } from './guest-flow.ts'
import { isReadOnly, type Visit } from './guest-visit.ts'
import { Instructions } from './Instructions.tsx'
import { useDownload } from './signing/use-download.ts'

const thanks = later(() => import(/* webpackChunkName: "guest-signing" */ './signing/Thanks.tsx'))

/** What else a guest can answer comes after the page that is to be read. */
const guestAnswers = later(() => import('./answers/GuestAnswers.tsx'))

export interface GuestAsideProps {
  readonly state: VisitState
  readonly viewer: ViewerModel
  /** There is a page to read. */
  readonly painted: boolean
  readonly dispatch: (action: GuestAction) => void
}

/** Who comes back by the same link after signing reads on, and takes the document along. */
function SignedBefore({ visit, field }: { readonly visit: Visit; readonly field: SignedField }) {
  const download = useDownload(visit)
  return (
    <section className={styles.thanks}>
      <h2>{guestTexts.signedBefore}</h2>
      <p className={styles.stepText}>
        {field.signedAt && `${guestTexts.signedOn(formatDateTime(field.signedAt))} `}
        {guestTexts.signedKept}
      </p>
      <div className={styles.choices}>
        <Button
          variant="primary"
          icon={<Download />}
          busy={download.busy}
          busyLabel="Descargando…"
          onClick={download.start}
        >
          {guestTexts.download}
        </Button>
      </div>
    </section>
  )
}

/** Which of the three steps is under way; 3 when all are done. */
const currentStep = ({ step }: VisitState): number => {
  if (step === 'reading') return 0
  if (step === 'signing' || step === 'dialog') return 1
  return step === 'confirmed' ? 2 : 3
}

/** What there is to know beside the document. */
export function GuestAside({ state, viewer, painted, dispatch }: GuestAsideProps) {
  const Thanks = thanks.use(state.step === 'done')
  const { document } = viewer
  const GuestAnswers = guestAnswers.use(painted || document.kind === 'failed')
  const { way, field } = state.visit
  if (state.step === 'reading' && way.kind === 'invitation' && field?.status === 'signed')
    return <SignedBefore visit={state.visit} field={field} />
  if (state.step === 'done' && Thanks) return <Thanks visit={state.visit} result={state.result} />
  // The server says the same of what does not exist and of what is not shared.
  if (way.kind !== 'invitation' && document.kind === 'failed' && document.status === 404)
    return (
      <Alert tone="warning" live="polite" title={guestTexts.notShared}>
        {guestTexts.notSharedMeaning}
      </Alert>
    )
  return (
    <>
      {state.step === 'reading' && field?.status === 'signed' && (
        <Alert tone="info" live="polite">
          {pageMessages.FIELD_SIGNED}
        </Alert>
      )}
      {isReadOnly(state.visit) ? (
        <Alert tone="info" title={guestTexts.readOnly}>
          {guestTexts.readOnlyMeaning}
        </Alert>
      ) : (
        <Instructions current={currentStep(state)} />
      )}
      {state.step === 'reading' &&
        way.kind === 'invitation' &&
        field?.status === 'saved' &&
        (GuestAnswers ? (
          <GuestAnswers
            fieldId={field.id}
            invitation={way}
            onRenewed={(accessToken) => dispatch({ type: 'renewed', accessToken })}
            onAnswered={(answer) => dispatch({ type: 'answered', answer })}
            onDeclined={() => dispatch({ type: 'declined' })}
          />
        ) : (
          <div className={styles.answersToCome} />
        ))}
    </>
  )
}
