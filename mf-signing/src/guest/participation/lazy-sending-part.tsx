import { Suspense } from 'react'
import { lazyPart } from 'shared/remote'
import type { ParticipationSendingProps } from './ParticipationSending.tsx'

const Part = lazyPart(() => import(/* webpackChunkName: "guest-sending" */ './ParticipationSending.tsx'))

/** Nothing for a document alone. */
export function SendingOfParticipation(props: ParticipationSendingProps) {
  if (props.participation.sending === undefined) return null
  return (
    <Suspense>
      <Part {...props} />
    </Suspense>
  )
}
