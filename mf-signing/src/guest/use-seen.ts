import { useEffect, useRef } from 'react'
import { guestApi } from 'shared/http'
import type { Visit } from './guest-visit.ts'

/** Link scanners send none of these events. */
const SIGNS = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const

/** Reports once that a person opened the document. Ignores failures. */
export const useSeen = ({ way, field }: Visit, painted: boolean): void => {
  const told = useRef(false)
  const accessToken = way.kind === 'invitation' ? way.user.access_token : undefined
  const fieldId = field?.status === 'saved' ? field.id : undefined
  useEffect(() => {
    if (!painted || told.current || accessToken === undefined || fieldId === undefined) return
    const tell = () => {
      if (told.current) return
      told.current = true
      guestApi.seen(fieldId, { token: accessToken }).catch(() => undefined)
    }
    const options = { capture: true, passive: true }
    for (const sign of SIGNS) window.addEventListener(sign, tell, options)
    return () => {
      for (const sign of SIGNS) window.removeEventListener(sign, tell, options)
    }
  }, [painted, accessToken, fieldId])
}
