import { Suspense, useEffect, useLayoutEffect } from 'react'
import { isSigningPath } from 'shared/contract'
import { lazyPart } from 'shared/remote'
import { useLocation, useParams, useSearchParams } from 'shared/router'
import { Button, cx, EmptyState, StrokeLoader } from 'shared/ui'
import '../prerender/placement.css'
import { useEngineLoader } from '../viewer/engine/engine-context.ts'
import { guestTexts } from './constants.ts'
import { GuestDocument } from './document/GuestDocument.tsx'
import styles from './GuestPage.module.css'
import type { GuestAddress } from './session/guest-address.ts'
import { parseGuestAddress } from './session/guest-address.ts'
import { useGuestFlow } from './session/use-guest-flow.ts'

/** Same chunk as the decline dialog. */
const Declined = lazyPart(() => import(/* webpackChunkName: "guest-answers" */ './answers/Declined.tsx'))

const Refused = lazyPart(() => import(/* webpackChunkName: "guest-ends" */ './ends/Refused.tsx'))

export default function GuestPage() {
  const { pathname } = useLocation()
  const params = useParams()
  const [search] = useSearchParams()
  const loadEngine = useEngineLoader()
  // Loads the PDF library in parallel to the invitation.
  useEffect(() => {
    loadEngine().catch(() => undefined)
  }, [loadEngine])
  return (
    <div className={cx(styles.page, isSigningPath(pathname) && styles.full)}>
      {/* A new link remounts the screen: no state is reused. */}
      <GuestScreen key={`${pathname}?${search}`} address={parseGuestAddress(params, search)} />
    </div>
  )
}

function GuestScreen({ address }: { address: GuestAddress }) {
  const [state, dispatch] = useGuestFlow(address)
  const hidden = !('guest' in state) && state.step !== 'validating'
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
    case 'invalid-url':
    case 'refused':
      return (
        <Suspense>
          <Refused state={state} />
        </Suspense>
      )
    case 'unreachable':
      return (
        <div className={styles.centre}>
          <EmptyState
            level={1}
            role={state.isDown ? 'status' : 'alert'}
            title={state.isDown ? guestTexts.siteDown : 'No pudimos abrir la invitación'}
            text={state.isDown ? guestTexts.siteDownMeaning : state.message}
            action={
              <Button variant="primary" onClick={() => dispatch({ type: 'retried' })}>
                Reintentar
              </Button>
            }
          />
        </div>
      )
    case 'declined':
      return (
        <Suspense>
          <Declined ownerName={state.ownerName} />
        </Suspense>
      )
    default:
      return <GuestDocument state={state} dispatch={dispatch} />
  }
}
