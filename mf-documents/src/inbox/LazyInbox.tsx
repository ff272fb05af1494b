import { Suspense } from 'react'
import { lazyPart } from 'shared/remote'

const Inbox = lazyPart(() => import(/* webpackChunkName: "inbox" */ './Inbox.tsx'))

/** Nothing, and no code, for accounts without invitations. `count` comes with the list of documents. */
export function LazyInbox({ count = 0 }: { readonly count: number | undefined }) {
  if (count === 0) return null
  return (
    <Suspense fallback={null}>
      <Inbox count={count} />
    </Suspense>
  )
}
