/** An RFC 9651 string, also without quotes. */
const KEY = /^(?:"([\w.~:-]{16,128})"|([\w.~:-]{16,128}))$/

/** draft-ietf-httpapi-idempotency-key-header; undefined if invalid. */
export const parseIdempotencyKey = (header: string | readonly string[]): string | undefined => {
  const match = KEY.exec(String(header))
  return match?.[1] ?? match?.[2]
}
