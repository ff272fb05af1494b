import { isSaved } from '../../fields/field-lifecycle.ts'
import type { GuestSession } from '../session/guest-session.ts'

/** One channel for all notes of this page: a page never receives its own. */
let channel: BroadcastChannel | undefined

const openChannel = (): BroadcastChannel | undefined => {
  // Missing before Safari 15.4; the server's refusal says the same later.
  if (typeof BroadcastChannel === 'undefined') return undefined
  channel ??= new BroadcastChannel('trazo.signed')
  return channel
}

export const savedIdsOf = ({ field, others }: GuestSession): readonly number[] =>
  [field, ...others].flatMap((one) => (one && isSaved(one) ? [one.id] : []))

/** Tells other tabs of this browser. Never add a token: every page of the site can listen. */
export const tellOtherTabs = (guest: GuestSession): void => openChannel()?.postMessage(savedIdsOf(guest))

/** Other pages of the site can post anything. */
export const hearOtherTabs = (onSigned: (fieldIds: readonly unknown[]) => void): (() => void) => {
  const opened = openChannel()
  const hear = ({ data }: MessageEvent<unknown>) => {
    if (Array.isArray(data)) onSigned(data)
  }
  opened?.addEventListener('message', hear)
  return () => opened?.removeEventListener('message', hear)
}
