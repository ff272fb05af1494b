import { useEffect, useState } from 'react'
import { getSigningOrderCall } from 'shared/contract/signing-order'
import { request } from 'shared/http'
import { untilGone } from '../../ui/until-gone.ts'

/** If the request fails, the server decides. */
export const useOwnTurn = (fileId: number): 'asking' | 'now' | 'later' => {
  const [turn, setTurn] = useState<'asking' | 'now' | 'later'>('asking')
  useEffect(() => {
    return untilGone(
      request(getSigningOrderCall, { bearer: 'session', params: { id: fileId } }),
      ({ steps }) => setTurn(steps.some(({ is_owner, state }) => is_owner && state === 'later') ? 'later' : 'now'),
      () => setTurn('now'),
    )
  }, [fileId])
  return turn
}
