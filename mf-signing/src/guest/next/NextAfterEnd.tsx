import { useEffect, useState } from 'react'
import { reportUnknown } from 'shared/http'
import { guestSendingsApi } from 'shared/http/deferred'
import { buttonClass } from 'shared/ui'
import { SendingLink } from './SendingLink.tsx'
import { sitePathOf } from './site-path.ts'
import { nextTexts } from './texts.ts'

/** From a document that ended to the next one of its sending, if one waits for the holder of the link. */
export default function NextAfterEnd({ token }: { readonly token: string }) {
  const [to, setTo] = useState<string>()
  useEffect(() => {
    const controller = new AbortController()
    guestSendingsApi
      .next(token, controller.signal)
      .then(({ path }) => controller.signal.aborted || setTo(sitePathOf(path)), reportUnknown)
    return () => controller.abort()
  }, [token])
  if (to === undefined) return null
  return (
    <SendingLink className={buttonClass('secondary')} to={to}>
      {nextTexts.ofSending}
    </SendingLink>
  )
}
