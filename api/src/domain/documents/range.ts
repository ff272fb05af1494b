/** `start` and `end` in bytes, both included. */
export type RangeAnswer =
  | { readonly kind: 'whole' }
  | { readonly kind: 'part'; readonly start: number; readonly end: number }
  | { readonly kind: 'unsatisfiable' }

const SINGLE_RANGE = /^bytes=(\d*)-(\d*)$/

/** RFC 9110, section 14. Ignores multiple ranges. */
export const parseRange = (header: string | undefined, size: number): RangeAnswer => {
  const match = SINGLE_RANGE.exec(header?.replace(/\s+/g, '') ?? '')
  const [, first = '', last = ''] = match ?? []
  if (match === null || (first === '' && last === '')) return { kind: 'whole' }
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? { kind: 'unsatisfiable' } : { kind: 'part', start: size - length, end: size - 1 }
  }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < start) return { kind: 'whole' }
  return start >= size ? { kind: 'unsatisfiable' } : { kind: 'part', start, end }
}

/** RFC 9110, section 13.1.5. Dates never match. */
export const rangeStillApplies = (ifRange: string | undefined, etag: string): boolean =>
  ifRange === undefined || ifRange === etag

/** Weak comparison (RFC 9110, section 13.1.2). */
export const isKnownToClient = (ifNoneMatch: string | undefined, etag: string): boolean =>
  (ifNoneMatch ?? '').split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag)
