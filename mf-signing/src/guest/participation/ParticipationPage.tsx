import { useLayoutEffect, useReducer } from 'react'
import { participationApi } from 'shared/http/deferred'
import { StrokeLoader } from 'shared/ui'
import Declined from '../answers/Declined.tsx'
import Refused from '../ends/Refused.tsx'
import styles from '../GuestPage.module.css'
import { useOpening } from '../session/use-opening.ts'
import { useOtherPage } from '../session/use-other-page.ts'
import { UnreachableLink } from '../UnreachableLink.tsx'
import { wordsOfKind } from './constants.ts'
import { ParticipationDocument } from './ParticipationDocument.tsx'
import { type ParticipationAddress, participationReducer } from './participation.ts'

export interface ParticipationPageProps {
  readonly address: ParticipationAddress
  readonly onToSign: () => void
}

/** Of people who approve, read or get a copy. `address` must not change; use `key`. */
export default function ParticipationPage({ address, onToSign }: ParticipationPageProps) {
  const [state, dispatch] = useReducer(participationReducer, { step: 'validating', ...address })
  useOpening(state, participationApi.open, dispatch)
  useOtherPage(state, 'INVITATION_TO_SIGN', onToSign)
  const hidden = state.step !== 'open' && state.step !== 'validating'
  useLayoutEffect(() => {
    if (hidden) window.trazoPrerender?.hide()
  }, [hidden])
  switch (state.step) {
    case 'validating':
      return (
        <div className={styles.centre}>
          <StrokeLoader text="Abriendo tu invitación…" />
        </div>
      )
    case 'refused':
      return <Refused state={state} />
    case 'unreachable':
      return <UnreachableLink state={state} onRetry={() => dispatch({ type: 'retried' })} />
    case 'rejected':
      return <Declined ownerName={state.ownerName} words={wordsOfKind('visto_bueno')} />
    case 'open':
      return <ParticipationDocument participation={state.participation} dispatch={dispatch} />
  }
}
