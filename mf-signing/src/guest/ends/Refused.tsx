import { Suspense, useEffect } from 'react'
import { type ErrorCode, href } from 'shared/contract'
import { lazyPart } from 'shared/remote'
import { Link, useParams, useSearchParams } from 'shared/router'
import { buttonClass, EmptyState } from 'shared/ui'
import { announceToEmbedder } from '../announce.ts'
import { isAccountLink } from '../next/account-link.ts'
import type { GuestState } from '../session/guest-flow.ts'
import { endTexts, expectedFormat, refusalTitles } from './constants.ts'
import styles from './Ends.module.css'
import { LapsedNotice } from './LapsedNotice.tsx'
import { mailForHelp } from './mail-for-help.ts'

/** The account's way out is the dashboard. */
const RefusedToAccount = lazyPart(() => import(/* webpackChunkName: "next" */ './RefusedToAccount.tsx'))

const NextAfterEnd = lazyPart(() => import(/* webpackChunkName: "guest-sending" */ '../next/NextAfterEnd.tsx'))

/** The document ended; others of its sending may wait. */
const ends: ReadonlySet<ErrorCode | undefined> = new Set([
  'DOCUMENT_CANCELLED',
  'DOCUMENT_EXPIRED',
  'INVITATION_DECLINED',
  // Also of a document that was deleted.
  'INVITATION_INVALID',
] satisfies ErrorCode[])

export type RefusedState = Extract<GuestState, { step: 'refused' | 'invalid-url' }>

export default function Refused({ state }: { readonly state: RefusedState }) {
  const { documentName = '' } = useParams()
  const token = useSearchParams()[0].get('token')
  const isOwn = isAccountLink(token)
  const reason = state.step === 'invalid-url' ? 'INVALID_URL' : state.code
  useEffect(() => announceToEmbedder({ type: 'error', code: reason }), [reason])
  if (state.step === 'invalid-url') return <InvalidUrl />
  const { code, message, lapsed, home } = state
  if (isOwn && !home) return <RefusedToAccount {...{ code, message }} />
  const title = (code && refusalTitles[code]) ?? endTexts.refused
  if (lapsed) return <LapsedNotice title={title} lapsed={lapsed} />
  const isShared = code === 'NOT_FOUND'
  return (
    <EmptyState
      level={1}
      role="alert"
      className={styles.end}
      title={title}
      text={isShared ? endTexts.notShared : message}
      action={
        home ? (
          <Link className={buttonClass('primary')} to={home}>
            {endTexts.openHome}
          </Link>
        ) : (
          <div className={styles.choice}>
            <a className={buttonClass('primary')} href={mailForHelp(documentName, title)}>
              {isShared ? endTexts.writeToOwner : endTexts.writeToInviter}
            </a>
            {token !== null && ends.has(code) && (
              <Suspense>
                <NextAfterEnd token={token} />
              </Suspense>
            )}
          </div>
        )
      }
    />
  )
}

function InvalidUrl() {
  return (
    <EmptyState
      level={1}
      role="alert"
      className={styles.end}
      title={endTexts.invalidUrl}
      text={endTexts.missingParameters}
      action={
        <div className={styles.choice}>
          <p className={styles.format}>
            Formato esperado: <code>{expectedFormat}</code>
          </p>
          <Link className={buttonClass('primary')} to={href.home()}>
            {endTexts.backToStart}
          </Link>
        </div>
      }
    />
  )
}
