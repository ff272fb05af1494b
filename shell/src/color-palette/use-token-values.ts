import type { RefObject } from 'react'
import { useEffect, useRef, useState } from 'react'

/** The minifier may shorten '#rrggbb' to '#rgb'. */
const fullHex = (value: string): string => value.replace(/^#(\w)(\w)(\w)$/, '#$1$1$2$2$3$3')

export type TokenValues = ReadonlyMap<string, string>

/** @param tokens must be stable between renders */
export const useTokenValues = <E extends HTMLElement>(
  tokens: readonly string[],
): { readonly ref: RefObject<E | null>; readonly values: TokenValues } => {
  const ref = useRef<E>(null)
  const [values, setValues] = useState<TokenValues>(new Map())
  useEffect(() => {
    if (!ref.current) return
    const style = getComputedStyle(ref.current)
    const read = tokens.map((token) => [token, fullHex(style.getPropertyValue(`--${token}`).trim())] as const)
    setValues(new Map(read.filter(([, value]) => value !== '')))
  }, [tokens])
  return { ref, values }
}
