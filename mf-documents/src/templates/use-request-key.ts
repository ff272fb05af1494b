import { useRef } from 'react'
import { newRequestKey } from 'shared/http'

/** Keeps the key of an unchanged body: a retry after a lost reply makes nothing twice. */
export const useRequestKey = () => {
  const last = useRef({ body: '', key: '' })
  return (body: string): string => {
    if (last.current.body !== body) last.current = { body, key: newRequestKey() }
    return last.current.key
  }
}
