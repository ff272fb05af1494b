import { useEffect, useState } from 'react'
import type { ReplyOf } from 'shared/contract'
import type { storageUseCall } from 'shared/contract/accounts'
import { isAbort } from 'shared/http'
import { Badge } from 'shared/ui'
import { personalDataApi } from '../api/personal-data-api.ts'
import { SectionRow } from '../sections/ProfileSection.tsx'
import { formatBytes } from './format-bytes.ts'
import { useRetention } from './use-retention.ts'

type StorageUse = ReplyOf<typeof storageUseCall>
type State = StorageUse | 'loading' | 'failed'

const ALMOST_FULL = 0.9

const useStorageUse = (): State => {
  const [state, setState] = useState<State>('loading')
  useEffect(() => {
    const abort = new AbortController()
    personalDataApi.storageUse(abort.signal).then(setState, (error: unknown) => {
      if (!isAbort(error)) setState('failed')
    })
    return () => abort.abort()
  }, [])
  return state
}

function Use({ used, deleted, quota }: StorageUse) {
  const retention = useRetention()
  return (
    <>
      Tus documentos ocupan {formatBytes(used)} de {formatBytes(quota)}.
      {deleted > 0 &&
        ` De ellos, ${formatBytes(deleted)} son de documentos borrados, que dejan de ocupar espacio ${
          retention === undefined ? 'al final del plazo de conservación' : `a los ${retention}`
        }.`}
    </>
  )
}

const badgeOf = (state: State) => {
  if (typeof state === 'string' || state.used < ALMOST_FULL * state.quota) return undefined
  return (
    <Badge tone="warning" icon="alert">
      {state.used < state.quota ? 'Casi lleno' : 'Lleno'}
    </Badge>
  )
}

export function StorageRow() {
  const state = useStorageUse()
  return (
    <SectionRow label="Espacio" badge={badgeOf(state)}>
      {state === 'loading' && 'Calculando…'}
      {state === 'failed' &&
        'No se pudo leer cuánto ocupan tus documentos. Recarga la página para intentarlo otra vez.'}
      {typeof state !== 'string' && <Use {...state} />}
    </SectionRow>
  )
}
