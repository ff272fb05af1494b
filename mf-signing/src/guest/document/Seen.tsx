import { useEffect, useEffectEvent, useRef } from 'react'
import { guestApi, reportUnknown } from 'shared/http'
import type { SignedElsewhere } from '../signing/show-signed.ts'
import { hearOtherTabs, savedIdsOf } from '../signing/signed-tabs.ts'

/** Link scanners send none of these events. */
const SIGNS = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const

const useOtherTabs = (props: SignedElsewhere): void => {
  const onSigned = useEffectEvent((fieldIds: readonly unknown[]) => {
    if (!savedIdsOf(props.guest).some((id) => fieldIds.includes(id))) return
    import(/* webpackChunkName: "guest-signing" */ '../signing/show-signed.ts').then(
      ({ showSigned }) => showSigned(props),
      reportUnknown,
    )
  })
  useEffect(() => hearOtherTabs((fieldIds) => onSigned(fieldIds)), [])
}

/** Reports once; ignores failures. Hears whether another tab has signed. */
export default function Seen(props: SignedElsewhere) {
  const { entry, field } = props.guest
  useOtherTabs(props)
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
