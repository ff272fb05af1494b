import * as v from 'valibot'

const SignedNoteSchema = v.object({ fieldIds: v.array(v.number()) })

/** One channel for all notes of this page: a page never receives its own. */
let channel: BroadcastChannel | undefined

const openChannel = (): BroadcastChannel | undefined => {
  // Missing before Safari 15.4; the server's refusal says the same later.
  if (typeof BroadcastChannel === 'undefined') return undefined
  channel ??= new BroadcastChannel('trazo.signed')
  return channel
}

/** Tells other tabs of this browser. Never add a token: every page of the site can listen. */
export const tellOtherTabs = (fieldIds: readonly number[]): void => openChannel()?.postMessage({ fieldIds })

export const hearOtherTabs = (onSigned: (fieldIds: readonly number[]) => void): (() => void) => {
  const opened = openChannel()
  const hear = ({ data }: MessageEvent) => {
    const note = v.safeParse(SignedNoteSchema, data)
    if (note.success) onSigned(note.output.fieldIds)
  }
  opened?.addEventListener('message', hear)
  return () => opened?.removeEventListener('message', hear)
}
