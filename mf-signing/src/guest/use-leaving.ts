import { useEffect } from 'react'
import { href } from 'shared/contract'
import { useNavigate } from 'shared/router'
import { notify } from 'shared/state'
import { guestTexts } from './constants.ts'

/**
 * Leads to the start once the thanks are over. In the place of this page: coming back to it with the back button would
 * end the session of an owner in another tab.
 */
export const useLeaving = (leaving: boolean): void => {
  const navigate = useNavigate()
  useEffect(() => {
    if (!leaving) return
    notify({ type: 'success', message: guestTexts.signedCorrectly })
    navigate(href.home(), { replace: true })
  }, [leaving, navigate])
}
