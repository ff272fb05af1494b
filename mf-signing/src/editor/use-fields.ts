import { useCallback, useEffect, useReducer, useState } from 'react'
import { fieldsApi, messageOf, REQUEST_FALLBACK } from 'shared/http'
import type { Field } from '../fields/field-lifecycle.ts'
import { fieldsReducer } from '../fields/field-lifecycle.ts'

export type FieldsState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready' }
  | { readonly kind: 'failed'; readonly message: string }

const none: readonly Field[] = []

/** The fields of a document, as the server has them and as they are being placed. */
export const useFields = (fileId: number) => {
  const [fields, dispatch] = useReducer(fieldsReducer, none)
  const [state, setState] = useState<FieldsState>({ kind: 'loading' })
  const [attempt, setAttempt] = useState(0)

  useEffect(() => {
    let gone = false
    setState({ kind: 'loading' })
    fieldsApi.list(fileId).then(
      (list) => {
        if (gone) return
        dispatch({ type: 'loaded', fields: list })
        setState({ kind: 'ready' })
      },
      (error: unknown) => gone || setState({ kind: 'failed', message: messageOf(error, REQUEST_FALLBACK) }),
    )
    return () => {
      gone = true
    }
  }, [fileId, attempt])

  return {
    fields,
    state,
    dispatch,
    retry: useCallback(() => setAttempt((count) => count + 1), []),
  }
}
