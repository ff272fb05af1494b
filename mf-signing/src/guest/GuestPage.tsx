import { Suspense, useEffect, useLayoutEffect, useState } from 'react'
import { isSigningPath } from 'shared/contract'
import { lazyPart } from 'shared/remote'
import { useLocation, useParams, useSearchParams } from 'shared/router'
import { cx, StrokeLoader } from 'shared/ui'
import '../prerender/placement.css'
import { useEngineLoader } from '../viewer/engine/engine-context.ts'
import { GuestDocument } from './document/GuestDocument.tsx'
import styles from './GuestPage.module.css'
import type { GuestAddress } from './session/guest-address.ts'
import { parseGuestAddress } from './session/guest-address.ts'
import { useGuestFlow } from './session/use-guest-flow.ts'
import { useOtherPage } from './session/use-other-page.ts'
import { UnreachableLink } from './UnreachableLink.tsx'

/** Same chunk as the decline dialog. */
const Declined = lazyPart(() => import(/* webpackChunkName: "guest-answers" */ './answers/Declined.tsx'))

const Refused = lazyPart(() => import(/* webpackChunkName: "guest-ends" */ './ends/Refused.tsx'))

/** For people who sign nothing. */
const ParticipationPage = lazyPart(
  () => import(/* webpackChunkName: "participation" */ './participation/ParticipationPage.tsx'),
)

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
      <LinkScreen key={`${pathname}?${search}`} address={parseGuestAddress(params, search)} />
    </div>
  )
}

/** The address says which page to ask for first; the server may say that it is the other one. */
function LinkScreen({ address }: { address: GuestAddress }) {
  const [isWithoutField, setWithoutField] = useState(address.kind === 'valid' && address.isWithoutField)
  if (!isWithoutField || address.kind === 'invalid' || address.token === undefined)
    return <GuestScreen address={address} onWithoutField={() => setWithoutField(true)} />
  return (
    <Suspense fallback={<OpeningLink />}>
      <ParticipationPage
        address={{ documentId: address.documentId, token: address.token }}
        onToSign={() => setWithoutField(false)}
      />
    </Suspense>
  )
}

function OpeningLink() {
  return (
    <div className={styles.centre}>
      <StrokeLoader text="Abriendo tu invitación…" />
    </div>
  )
}

interface GuestScreenProps {
  readonly address: GuestAddress
  readonly onWithoutField: () => void
}

function GuestScreen({ address, onWithoutField }: GuestScreenProps) {
  const [state, dispatch] = useGuestFlow(address)
  useOtherPage(state, 'INVITATION_WITHOUT_FIELD', onWithoutField)
  const hidden = !('guest' in state) && state.step !== 'validating'
  useLayoutEffect(() => {
    if (hidden) window.trazoPrerender?.hide()
  }, [hidden])
  switch (state.step) {
    case 'validating':
      return <OpeningLink />
    case 'invalid-url':
    case 'refused':
      return (
        <Suspense>
          <Refused state={state} />
        </Suspense>
      )
    case 'unreachable':
      return <UnreachableLink state={state} onRetry={() => dispatch({ type: 'retried' })} />
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
