import { useEffect, useState } from 'react'
import { personalDataApi } from '../api/personal-data-api.ts'

const formatDays = (days: number): string => (days === 1 ? '1 día' : `${days} días`)

export const useRetention = (): string | undefined => {
  const [days, setDays] = useState<number>()
  useEffect(() => {
    const abort = new AbortController()
    // Without an answer the page shows no number.
    personalDataApi.privacy(abort.signal).then(
      ({ retention_days }) => setDays(retention_days),
      () => undefined,
    )
    return () => abort.abort()
  }, [])
  return days === undefined ? undefined : formatDays(days)
}
