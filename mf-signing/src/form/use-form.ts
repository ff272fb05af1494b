import { useEffect, useState } from 'react'
import { failureText, HttpError } from 'shared/http'
import { formApi } from 'shared/http/form-fields'
import { useLatest, useOnline } from 'shared/state'
import { joinForms } from './form-state.ts'
import { createFormStore, type FormSource, type FormStore } from './form-store.ts'
import { signerFormTexts } from './texts.ts'

export type LoadedForm =
  | { readonly kind: 'loading' | 'refused' }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'ready'; readonly store: FormStore }

const isRefused = (error: unknown): boolean => error instanceof HttpError && [401, 403, 404].includes(error.status ?? 0)

export const useForm = (source: FormSource) => {
  const [form, setForm] = useState<LoadedForm>({ kind: 'loading' })
  const [attempt, setAttempt] = useState(0)
  const latest = useLatest(source)
  const ids = source.fieldIds.join()
  useEffect(() => {
    let store: FormStore | undefined
    const controller = new AbortController()
    const { fieldIds, withBearer, draft } = latest.current
    const read = (id: number) => withBearer((bearer) => formApi.read(id, bearer, controller.signal))
    Promise.all(fieldIds.map(read)).then(
      (forms) => {
        if (controller.signal.aborted) return
        store = createFormStore(joinForms(forms), {
          ...latest.current,
          withBearer: (call) => latest.current.withBearer(call),
        })
        setForm({ kind: 'ready', store })
      },
      (error: unknown) =>
        controller.signal.aborted ||
        setForm(
          draft === 'in-browser' && isRefused(error)
            ? { kind: 'refused' }
            : { kind: 'failed', message: failureText(error, signerFormTexts.failed) },
        ),
    )
    return () => {
      controller.abort()
      store?.stop()
    }
  }, [ids, attempt])
  const retry = () => {
    setForm({ kind: 'loading' })
    setAttempt((count) => count + 1)
  }
  const store = form.kind === 'ready' ? form.store : undefined
  useOnline(true, () =>
    store ? store.get().saving === 'failed' && void store.save() : form.kind === 'failed' && retry(),
  )
  return { form, retry }
}
