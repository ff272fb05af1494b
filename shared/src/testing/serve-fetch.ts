/** A call as it left for the network. */
export interface SentCall {
  readonly method: string
  /** Address as it was asked for, with its query. */
  readonly url: string
  readonly token: string | undefined
  /** Parsed JSON body, if there was one. */
  readonly body: unknown
  /** Aborted when whoever asked does not want the answer any more. */
  readonly signal: AbortSignal | undefined
}

/** Status and body (JSON unless it is a text), or a failure of the network. */
export type NetworkAnswer =
  | {
      readonly status: number
      readonly body: unknown
      readonly headers?: Readonly<Record<string, string>>
      /** The body as it comes in, where the test says when. */
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

/** Puts `answer` in the place of the network for `fetch`, and answers the list of calls, which grows as they are made. */
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
