import { useEffect, useState } from 'react'
import { MAX_LENGTHS } from 'shared/contract'
import { type Contact, findContactsCall } from 'shared/contract/signing-order'
import { reportUnknown, request } from 'shared/http'

const PAUSE_MS = 150

const none: readonly Contact[] = []

export const useContacts = (text: string): readonly Contact[] => {
  const [found, setFound] = useState(none)
  useEffect(() => {
    const { signal, abort } = withAbort()
    const q = text.trim().slice(0, MAX_LENGTHS.search)
    const timer = setTimeout(() => {
      request(findContactsCall, { bearer: 'session', query: { q }, signal }).then(
        ({ contacts }) => signal.aborted || setFound(contacts),
        (error: unknown) => {
          reportUnknown(error)
          if (!signal.aborted) setFound(none)
        },
      )
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      abort()
    }
  }, [text])
  return found
}

const withAbort = () => {
  const stop = new AbortController()
  return { signal: stop.signal, abort: () => stop.abort() }
}
