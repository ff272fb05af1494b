import { useEffect, useState } from 'react'
import { href } from 'shared/contract'
import { privacyCall } from 'shared/contract/accounts'
import { request } from 'shared/http'

const inDays = (days: number): string => (days === 1 ? '1 día' : `${days} días`)

/** Says when what was deleted is erased. */
export default function RetentionNote() {
  const [period, setPeriod] = useState<string>()
  useEffect(() => {
    const leaving = new AbortController()
    request(privacyCall, { bearer: 'none', signal: leaving.signal }).then(
      ({ retention_days }) => setPeriod(inDays(retention_days)),
      () => undefined,
    )
    return () => leaving.abort()
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
