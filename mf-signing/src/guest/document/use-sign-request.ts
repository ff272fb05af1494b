import { useState } from 'react'
import { failureText } from 'shared/http'
import { notify } from 'shared/state'
import type { ViewerModel } from '../../viewer/use-viewer.ts'
import { guestTexts } from '../constants.ts'
import type { GuestFlowAction } from '../session/guest-flow.ts'
import type { GuestSession } from '../session/guest-session.ts'

export const useSignRequest = (
  guest: GuestSession,
  viewer: ViewerModel,
  dispatch: (action: GuestFlowAction) => void,
) => {
  const [busy, setBusy] = useState(false)
  const { document } = viewer
  const opened = document.kind === 'loaded' ? document.document : undefined

  const placeField = async () => {
    if (!opened) return
    setBusy(true)
    try {
      const { size } = await opened.page(1)
      const { temporaryGuestField } = await import(
        /* webpackChunkName: "guest-signing" */ '../session/temporary-guest-field.ts'
      )
      dispatch({ type: 'sign-requested', field: temporaryGuestField(size, Date.now) })
    } catch (error) {
      notify({ type: 'error', message: failureText(error, guestTexts.notPrepared) })
    } finally {
      setBusy(false)
    }
  }
  const request = () => {
    if (guest.field) return dispatch({ type: 'sign-requested' })
    if (guest.entry.kind === 'public-link') return void placeField()
    notify({ type: 'error', message: guestTexts.fieldUnavailable })
  }
  return { request, busy, ready: opened !== undefined }
}
