import { deferComponent } from '../../viewer/deferred.ts'
import type { ViewerModel } from '../../viewer/use-viewer.ts'
import styles from '../GuestPage.module.css'
import { type GuestFlowAction, type GuestSessionState, isUndecided } from '../session/guest-flow.ts'
import { closingOf, isReadOnly } from '../session/guest-session.ts'

const signedBefore = deferComponent(() => import(/* webpackChunkName: "guest-signing" */ '../signing/SignedBefore.tsx'))

const linkClosed = deferComponent(() => import(/* webpackChunkName: "guest-signing" */ '../signing/LinkClosed.tsx'))

const readOnlyLink = deferComponent(() => import(/* webpackChunkName: "guest-aside" */ '../signing/ReadOnlyLink.tsx'))

const instructions = deferComponent(() => import(/* webpackChunkName: "guest-aside" */ './Instructions.tsx'))

const guestAnswers = deferComponent(() => import(/* webpackChunkName: "guest-aside" */ '../answers/GuestAnswers.tsx'))

const seen = deferComponent(() => import(/* webpackChunkName: "guest-aside" */ './Seen.tsx'))

export interface GuestAsideProps {
  readonly state: GuestSessionState
  readonly viewer: ViewerModel
  readonly painted: boolean
  readonly dispatch: (action: GuestFlowAction) => void
}

export function GuestAside({ state, viewer, painted, dispatch }: GuestAsideProps) {
  const { document } = viewer
  const settled = painted || document.kind === 'failed'
  const Seen = seen.use(painted)
  const GuestAnswers = guestAnswers.use(settled)
  const { entry, field } = state.guest
  const isReading = state.step === 'reading'
  const SignedBefore = signedBefore.use(isReading && field?.status === 'signed')
  if (isReading && field?.status === 'signed')
    return SignedBefore ? <SignedBefore guest={state.guest} field={field} /> : null
  // The panel of the signature says it all.
  if ('result' in state && state.step !== 'confirmed') return null
  return (
    <>
      {Seen && <Seen {...{ dispatch, viewer }} guest={state.guest} />}
      <Guidance state={state} settled={settled} />
      {isReading &&
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
          <div className={styles.lineToCome} />
        ))}
    </>
  )
}

function Guidance({ state, settled }: Pick<GuestAsideProps, 'state'> & { readonly settled: boolean }) {
  const closing = closingOf(state.guest)
  const Instructions = instructions.use(settled)
  const LinkClosed = linkClosed.use(closing !== undefined)
  const ReadOnlyLink = readOnlyLink.use(isReadOnly(state.guest) && closing === undefined)
  if (closing) return LinkClosed ? <LinkClosed guest={state.guest} closing={closing} /> : null
  if (isReadOnly(state.guest)) return ReadOnlyLink ? <ReadOnlyLink /> : null
  if (!Instructions || isUndecided(state)) return <div className={styles.lineToCome} />
  return <Instructions state={state} />
}
