import { lazyPart } from 'shared/remote'

/** Most documents stand alone. */
export const LazySendingStrip = lazyPart(async () => {
  const { SendingStrip } = await import(/* webpackChunkName: "sending" */ './SendingStrip.tsx')
  return { default: SendingStrip }
})

export const LazySendingInvite = lazyPart(async () => {
  const { SendingInvite } = await import(/* webpackChunkName: "sending" */ './SendingInvite.tsx')
  return { default: SendingInvite }
})
