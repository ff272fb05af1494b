import { Suspense, useEffect, useRef } from 'react'
import { lazyPart } from 'shared/remote'
import { useSearchParams } from 'shared/router'
import { EmptyState } from 'shared/ui'
import { announceToEmbedder } from '../announce.ts'
import { isAccountLink } from '../next/account-link.ts'
import { NextInInbox } from '../next/NextInInbox.tsx'
import { type AnswerWords, signerWords } from './constants.ts'
import styles from './GuestAnswers.module.css'

const NextAfterEnd = lazyPart(() => import(/* webpackChunkName: "guest-sending" */ '../next/NextAfterEnd.tsx'))

export interface DeclinedProps {
  readonly ownerName: string
  readonly words?: AnswerWords
}

export default function Declined({ ownerName, words = signerWords }: DeclinedProps) {
  const token = useSearchParams()[0].get('token')
  const end = useRef<HTMLDivElement>(null)
  // The focused dialog has unmounted.
  useEffect(() => {
    end.current?.focus()
    announceToEmbedder({ type: 'declined' })
  }, [])
  return (
    <EmptyState
      ref={end}
      tabIndex={-1}
      level={1}
      className={styles.end}
      title={words.declined}
      text={words.declinedMeans(ownerName)}
      action={
        <>
          <p className={styles.mistake}>{words.declinedMistake(ownerName)}</p>
          {token !== null && words === signerWords && !isAccountLink(token) && (
            <Suspense>
              <NextAfterEnd token={token} />
            </Suspense>
          )}
          <NextInInbox token={token} />
        </>
      }
    />
  )
}
