import { useEffect, useState } from 'react'
import { getSigningOrderCall } from 'shared/contract/signing-order'
import { request } from 'shared/http'

/** If the request fails, the server decides. */
export const useOwnTurn = (fileId: number): 'asking' | 'now' | 'later' => {
  const [turn, setTurn] = useState<'asking' | 'now' | 'later'>('asking')
  useEffect(() => {
    let gone = false
    request(getSigningOrderCall, { bearer: 'session', params: { id: fileId } }).then(
      ({ steps }) => {
        const waits = steps.some(({ is_owner, state }) => is_owner && state === 'later')
        if (!gone) setTurn(waits ? 'later' : 'now')
      },
      () => gone || setTurn('now'),
    )
    return () => {
      gone = true
    }
  }, [fileId])
  return turn
}
