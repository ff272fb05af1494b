import type { ReactNode } from 'react'
import { lazy, Suspense, useEffect, useLayoutEffect } from 'react'
import { isSigningPath } from 'shared/contract'
import { useLocation, useParams, useSearchParams } from 'shared/router'
import { Button, cx, EmptyState, StrokeLoader } from 'shared/ui'
import '../prerender/placement.css'
import { useEngineLoader } from '../viewer/engine/engine-context.ts'
import { guestTexts } from './constants.ts'
import { GuestDocument } from './document/GuestDocument.tsx'
import styles from './GuestPage.module.css'
import type { GuestAddress } from './session/guest-address.ts'
import { parseGuestAddress } from './session/guest-address.ts'
import type { GuestState } from './session/guest-flow.ts'
import { useGuestFlow } from './session/use-guest-flow.ts'

/** Same chunk as the decline dialog. */
const Declined = lazy(() => import(/* webpackChunkName: "guest-answers" */ './answers/Declined.tsx'))

const Lapsed = lazy(() => import(/* webpackChunkName: "guest-answers" */ './answers/Lapsed.tsx'))

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

const noDocument: readonly GuestState['step'][] = ['invalid-url', 'refused', 'unreachable', 'declined']

function GuestScreen({ address }: { address: GuestAddress }) {
  const [state, dispatch] = useGuestFlow(address)
  const hidden = noDocument.includes(state.step)
  useLayoutEffect(() => {
    if (hidden) window.trazoPrerender?.hide()
  }, [hidden])
  switch (state.step) {
    case 'invalid-url':
      return (
        <Notice title={guestTexts.invalidUrl} text={guestTexts.missingParameters}>
          <p className={styles.format}>
            Formato esperado: <code>{guestTexts.expectedFormat}</code>
          </p>
        </Notice>
      )
    case 'validating':
      return (
        <div className={styles.centre}>
          <StrokeLoader text="Abriendo tu invitación…" />
        </div>
      )
    case 'refused':
      return state.lapsed ? (
        <Suspense>
          <Lapsed title={state.title} lapsed={state.lapsed} />
        </Suspense>
      ) : (
        <Notice title={state.title} text={state.message} />
      )
    case 'unreachable':
      return (
        <Notice title="No pudimos abrir la invitación" text={state.message}>
          <Button variant="primary" onClick={() => dispatch({ type: 'retried' })}>
            Reintentar
          </Button>
        </Notice>
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

interface NoticeProps {
  readonly title: string
  readonly text: string
  readonly children?: ReactNode
}

function Notice({ title, text, children }: NoticeProps) {
  return (
    <div className={styles.centre}>
      <EmptyState level={1} title={title} text={text} action={children} role="alert" />
    </div>
  )
}
