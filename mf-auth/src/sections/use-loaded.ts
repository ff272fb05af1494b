import { useCallback, useEffect, useRef, useState } from 'react'
import { isAbort } from 'shared/http'
import { formFailureMessage } from '../forms/failure-message.ts'
import type { FailureTexts } from '../forms/failure-texts.ts'

export type NotLoadedYet =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly title: string; readonly message: string }
type Loaded<T> = NotLoadedYet | { readonly kind: 'ready'; readonly value: T }

const loadSection = async <T>(read: () => Promise<T>, texts: FailureTexts): Promise<Loaded<T>> => {
  try {
    return { kind: 'ready', value: await read() }
  } catch (error) {
    if (isAbort(error)) return { kind: 'loading' }
    return { kind: 'failed', title: texts.failed, message: formFailureMessage(error, texts) }
  }
}

/** Reads again when `read` changes; until then, the earlier value is shown. `texts` must be constant. */
export const useLoaded = <T>(read: () => Promise<T>, texts: FailureTexts) => {
  const [loaded, setLoaded] = useState<Loaded<T>>({ kind: 'loading' })
  const latest = useRef(0)
  const reload = useCallback(() => {
    latest.current += 1
    const number = latest.current
    // An earlier answer may come later.
    void loadSection(read, texts).then((next) => number === latest.current && setLoaded(next))
  }, [read, texts])
  useEffect(reload, [reload])
  return { loaded, reload }
}
