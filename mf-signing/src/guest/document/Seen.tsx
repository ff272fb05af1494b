import { useEffect, useEffectEvent } from 'react'
import { guestApi, reportUnknown } from 'shared/http'
import { reportFirstPage } from '../first-page-times/report-first-page.ts'
import type { SignedElsewhere } from '../signing/show-signed.ts'
import { hearOtherTabs, savedIdsOf } from '../signing/signed-tabs.ts'
import { useFirstSign } from './use-first-sign.ts'

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
  useEffect(() => reportFirstPage(), [])
  const accessToken = entry.kind === 'invitation' ? entry.user.access_token : undefined
  const fieldId = field?.status === 'saved' ? field.id : undefined
  const isReportable = accessToken !== undefined && fieldId !== undefined
  useFirstSign(
    isReportable ? () => void guestApi.seen(fieldId, { token: accessToken }).catch(() => undefined) : undefined,
  )
  return null
}
