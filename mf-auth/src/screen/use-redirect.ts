import { useEffect } from 'react'
import { useNavigate } from 'shared/router'

/** Goes to `to` after `delayMs`, from the moment that `to` is given; leaving the screen before then calls it off. */
export const useRedirect = (to: string | undefined, delayMs: number): void => {
  const navigate = useNavigate()
  useEffect(() => {
    if (to === undefined) return
    const timer = setTimeout(() => void navigate(to, { replace: true }), delayMs)
    return () => clearTimeout(timer)
  }, [to, delayMs, navigate])
}
