import { pageMessages } from 'shared/contract'
import { Alert } from 'shared/ui'
import { deferred } from '../../viewer/deferred.ts'
import type { ViewerModel } from '../../viewer/use-viewer.ts'
import { guestTexts } from '../constants.ts'
import styles from '../GuestPage.module.css'
import type { GuestAction, GuestSessionState } from '../session/guest-flow.ts'
import { isReadOnly } from '../session/guest-session.ts'
import { Instructions } from './Instructions.tsx'

const thanks = deferred(() => import(/* webpackChunkName: "guest-signing" */ '../signing/Thanks.tsx'))

const signedBefore = deferred(() => import(/* webpackChunkName: "guest-signing" */ '../signing/SignedBefore.tsx'))

const guestAnswers = deferred(() => import('../answers/GuestAnswers.tsx'))

export interface GuestAsideProps {
  readonly state: GuestSessionState
  readonly viewer: ViewerModel
  readonly painted: boolean
  readonly dispatch: (action: GuestAction) => void
}

const currentStep = ({ step }: GuestSessionState): number => {
  if (step === 'reading') return 0
  if (step === 'signing' || step === 'dialog') return 1
  return step === 'confirmed' ? 2 : 3
}

export function GuestAside({ state, viewer, painted, dispatch }: GuestAsideProps) {
  const Thanks = thanks.use(state.step === 'done')
  const { document } = viewer
  const GuestAnswers = guestAnswers.use(painted || document.kind === 'failed')
  const { entry, field } = state.guest
  const cameBack = state.step === 'reading' && entry.kind === 'invitation' && field?.status === 'signed'
  const SignedBefore = signedBefore.use(cameBack)
  if (cameBack && field?.status === 'signed')
    return SignedBefore ? <SignedBefore guest={state.guest} field={field} /> : null
  if (state.step === 'done' && Thanks) return <Thanks guest={state.guest} result={state.result} />
  // The server doesn't distinguish missing from unshared documents.
  if (entry.kind !== 'invitation' && document.kind === 'failed' && document.status === 404)
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
      {isReadOnly(state.guest) ? (
        <Alert tone="info" title={guestTexts.readOnly}>
          {guestTexts.readOnlyMeaning}
        </Alert>
      ) : (
        <Instructions current={currentStep(state)} />
      )}
      {state.step === 'reading' &&
        entry.kind === 'invitation' &&
        field?.status === 'saved' &&
        (GuestAnswers ? (
          <GuestAnswers
            fieldId={field.id}
            invitation={entry}
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
