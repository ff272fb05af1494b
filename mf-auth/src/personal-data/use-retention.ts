import { useEffect, useState } from 'react'
import { personalDataApi } from './personal-data-api.ts'

/** '1 día', '30 días'. */
export const inDays = (days: number): string => (days === 1 ? '1 día' : `${days} días`)

/** How long deleted data stays here, in words; undefined until it is known. */
export const useRetention = (): string | undefined => {
  const [days, setDays] = useState<number>()
  useEffect(() => {
    const leaving = new AbortController()
    // The page says it without the number where the server does not answer.
    personalDataApi.privacy(leaving.signal).then(
      ({ retention_days }) => setDays(retention_days),
      () => undefined,
    )
    return () => leaving.abort()
  }, [])
  return days === undefined ? undefined : inDays(days)
}
