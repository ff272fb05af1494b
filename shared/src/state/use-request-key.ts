import { useRef } from 'react'
import { newRequestKey } from '../http/request-key.ts'

/**
 * Returns the key of a request by its body: a retry of an
 * unchanged body after a lost reply keeps its key, and the
 * server does the work once. The server refuses a key with
 * another body.
 */
export const useRequestKey = (): ((body: string) => string) => {
  const last = useRef({ body: '', key: '' })
  return (body) => {
    if (last.current.key === '' || last.current.body !== body) last.current = { body, key: newRequestKey() }
    return last.current.key
  }
}
