import { useCallback, useEffect, useMemo, useReducer, useState } from 'react'
import type { SignatureField } from 'shared/contract'
import { fieldsApi, messageOf } from 'shared/http'
import type { TemporaryField } from '../../fields/field-lifecycle.ts'
import { allFields, noFields, type PlacedFieldsAction, placedFieldsReducer } from '../../fields/placed-fields.ts'
import { untilGone } from '../../ui/until-gone.ts'

export type FieldsLoad =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready' }
  | { readonly kind: 'failed'; readonly message: string }

interface Loading {
  readonly adopt: (fields: readonly SignatureField[]) => readonly TemporaryField[]
  readonly accept: (fields: readonly SignatureField[]) => readonly SignatureField[]
}

/** `adopt` and `accept` must be stable. */
export const usePlacedFields = (fileId: number, revision: number, { adopt, accept }: Loading) => {
  const [placed, reduce] = useReducer(placedFieldsReducer, noFields)
  const dispatch = useCallback((action: PlacedFieldsAction) => reduce({ ...action, at: Date.now() }), [])
  const [load, setLoad] = useState<FieldsLoad>({ kind: 'loading' })
  const [attempt, setAttempt] = useState(0)

  useEffect(() => {
    // Keeps the old fields while reloading.
    setLoad((old) => (old.kind === 'ready' ? old : { kind: 'loading' }))
    return untilGone(
      fieldsApi.list(fileId),
      (list) => {
        const adopted = adopt(list)
        dispatch({ type: 'loaded', fields: accept(list) })
        dispatch({ type: 'adopted', fields: adopted })
        setLoad({ kind: 'ready' })
      },
      (error) => setLoad((old) => (old.kind === 'ready' ? old : { kind: 'failed', message: messageOf(error) })),
    )
  }, [fileId, revision, attempt, adopt, accept, dispatch])

  return {
    placed,
    fields: useMemo(() => allFields(placed), [placed]),
    load,
    dispatch,
    reload: useCallback(() => setAttempt((count) => count + 1), []),
  }
}

export type PlacedFieldsModel = ReturnType<typeof usePlacedFields>
