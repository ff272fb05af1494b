import { useEffect, useState } from 'react'
import { failureText } from 'shared/http'
import { notify } from 'shared/state'
import type { ViewerModel } from '../../viewer/use-viewer.ts'
import { guestTexts } from '../constants.ts'
import type { GuestSession } from '../session/guest-session.ts'
import type { useGuestForm } from './use-guest-form.tsx'

/** A request that comes before the document or its form waits for them. */
export const useSignRequest = (guest: GuestSession, viewer: ViewerModel, form: ReturnType<typeof useGuestForm>) => {
  const [busy, setBusy] = useState(false)
  const { document } = viewer
  const opened = document.kind === 'loaded' && form.ready ? document.document : undefined
  const failed = document.kind === 'failed' || form.failed

  const act = async () => {
    try {
      if (guest.field) form.begin({ type: 'sign-requested' })
      else if (opened) {
        const { placeGuestField } = await import(
          /* webpackChunkName: "guest-signing" */ '../session/temporary-guest-field.ts'
        )
        form.begin({ type: 'sign-requested', field: await placeGuestField(guest, opened) })
      }
    } catch (error) {
      notify({ type: 'error', message: failureText(error, guestTexts.notPrepared) })
    }
    setBusy(false)
  }
  const go = busy && (failed || opened)
  useEffect(() => {
    if (go) void (failed ? setBusy(false) : act())
  }, [go])
  const request = () => {
    setBusy(true)
    if (!opened) form.retry()
  }
  return { request, busy }
}
