import { useEffect, useState } from 'react'
import { href } from 'shared/contract'
import { privacyCall } from 'shared/contract/accounts'
import { request } from 'shared/http'

const formatDays = (days: number): string => (days === 1 ? '1 día' : `${days} días`)

export default function RetentionNote() {
  const [period, setPeriod] = useState<string>()
  useEffect(() => {
    const abort = new AbortController()
    request(privacyCall, { bearer: 'none', signal: abort.signal }).then(
      ({ retention_days }) => setPeriod(formatDays(retention_days)),
      () => undefined,
    )
    return () => abort.abort()
  }, [])
  return (
    <p>
      {period === undefined
        ? 'El archivo y los datos de sus firmantes se borran después del plazo de conservación.'
        : `El archivo y los datos de sus firmantes se borran a los ${period}.`}{' '}
      <a href={href.privacy()} target="_blank" rel="noreferrer">
        Qué se conserva
      </a>
    </p>
  )
}
