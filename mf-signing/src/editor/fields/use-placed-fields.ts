import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from 'react'
import type { SignatureField } from 'shared/contract'
import { fieldsApi, messageOf } from 'shared/http'
import { allFields, noFields, type PlacedFieldsAction, placedFieldsReducer } from '../../fields/placed-fields.ts'
import { untilGone } from '../../ui/until-gone.ts'
import type { DraftsModel } from './use-drafts.ts'

export type FieldsLoad =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready' }
  | { readonly kind: 'failed'; readonly message: string }

/** `request` must be stable. */
export const usePlacedFields = (fileId: number, revision: number, { request }: Pick<DraftsModel, 'request'>) => {
  const [placed, reduce] = useReducer(placedFieldsReducer, noFields)
  const dispatch = useCallback((action: PlacedFieldsAction) => reduce({ ...action, at: Date.now() }), [])
  const [load, setLoad] = useState<FieldsLoad>({ kind: 'loading' })
  const [attempt, setAttempt] = useState(0)
  const wire = useRef<readonly SignatureField[]>([])

  useEffect(() => {
    // Keeps the old fields while reloading.
    setLoad((old) => (old.kind === 'ready' ? old : { kind: 'loading' }))
    const read = request()
    return untilGone(
      fieldsApi.list(fileId),
      (list) => {
        wire.current = list
        dispatch({ type: 'loaded', ...read(list) })
        setLoad({ kind: 'ready' })
      },
      (error) => setLoad((old) => (old.kind === 'ready' ? old : { kind: 'failed', message: messageOf(error) })),
    )
  }, [fileId, revision, attempt, request, dispatch])

  return {
    placed,
    fields: useMemo(() => allFields(placed), [placed]),
    load,
    dispatch,
    wireOf: useCallback((id: number) => wire.current.find((field) => field.id === id), []),
    reload: useCallback(() => setAttempt((count) => count + 1), []),
  }
}

export type PlacedFieldsModel = ReturnType<typeof usePlacedFields>
