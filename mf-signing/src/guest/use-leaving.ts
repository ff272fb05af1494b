import { useEffect } from 'react'
import { href } from 'shared/contract'
import { useNavigate } from 'shared/router'
import { notify } from 'shared/state'
import { guestTexts } from './constants.ts'

/**
 * Redirects to the start page. Replaces the history entry:
 * going back to it would end an owner's session in another tab.
 */
export const useLeaving = (leaving: boolean): void => {
  const navigate = useNavigate()
  useEffect(() => {
    if (!leaving) return
    notify({ type: 'success', message: guestTexts.signedCorrectly })
    navigate(href.home(), { replace: true })
  }, [leaving, navigate])
}
