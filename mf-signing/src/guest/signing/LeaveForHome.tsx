import { useEffect } from 'react'
import { href } from 'shared/contract'
import { useNavigate } from 'shared/router'
import { notify } from 'shared/state'
import { signedTexts } from './constants.ts'

/** Going back would end an owner's session in another tab. */
export function LeaveForHome() {
  const navigate = useNavigate()
  useEffect(() => {
    notify({ type: 'success', message: signedTexts.signedCorrectly })
    navigate(href.home(), { replace: true, state: { signed: true } })
  }, [navigate])
  return null
}
