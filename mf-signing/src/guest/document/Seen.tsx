import { useEffect, useRef } from 'react'
import { guestApi } from 'shared/http'
import type { GuestSession } from '../session/guest-session.ts'

/** Link scanners send none of these events. */
const SIGNS = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const

export interface SeenProps {
  readonly guest: GuestSession
}

/** Once. Ignores failures. */
export default function Seen({ guest: { entry, field } }: SeenProps) {
  const reported = useRef(false)
  const accessToken = entry.kind === 'invitation' ? entry.user.access_token : undefined
  const fieldId = field?.status === 'saved' ? field.id : undefined
  useEffect(() => {
    if (reported.current || accessToken === undefined || fieldId === undefined) return
    const report = () => {
      if (reported.current) return
      reported.current = true
      guestApi.seen(fieldId, { token: accessToken }).catch(() => undefined)
    }
    const options = { capture: true, passive: true }
    for (const sign of SIGNS) window.addEventListener(sign, report, options)
    return () => {
      for (const sign of SIGNS) window.removeEventListener(sign, report, options)
    }
  }, [accessToken, fieldId])
  return null
}
