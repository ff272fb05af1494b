export interface SentCall {
  readonly method: string
  /** With its query. */
  readonly url: string
  readonly token: string | undefined
  readonly body: unknown
  readonly signal: AbortSignal | undefined
}

/** Non-string bodies become JSON; an Error is a network failure. */
export type NetworkAnswer =
  | {
      readonly status: number
      readonly body: unknown
      readonly headers?: Readonly<Record<string, string>>
      readonly stream?: ReadableStream<Uint8Array<ArrayBuffer>>
    }
  | Error

const responseOf = ({ status, body, headers, stream }: Exclude<NetworkAnswer, Error>): Response =>
  ({
    ok: status >= 200 && status < 300,
    status,
    headers: new Headers(headers),
    body: stream ?? null,
    text: async () => (typeof body === 'string' ? body : JSON.stringify(body)),
    blob: async () => new Blob([String(body)]),
  }) as Response

/** @returns the list of calls; it grows */
export const serveFetch = (answer: (call: SentCall) => NetworkAnswer | Promise<NetworkAnswer>): SentCall[] => {
  const calls: SentCall[] = []
  globalThis.fetch = async (input, init) => {
    const text = init?.body
    const call: SentCall = {
      method: init?.method ?? 'GET',
      url: String(input),
      token: new Headers(init?.headers).get('Authorization')?.replace('Bearer ', ''),
      body: typeof text === 'string' ? JSON.parse(text) : undefined,
      signal: init?.signal ?? undefined,
    }
    calls.push(call)
    const answered = await answer(call)
    if (answered instanceof Error) throw answered
    return responseOf(answered)
  }
  return calls
}
