import autocannon from 'autocannon'

/** Seconds until a call counts as not answered. */
const ANSWER_TIMEOUT = 120

/** One call, ready to be made. */
export interface Shot {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Buffer
}

/** What came of many calls. */
export interface Measured {
  /** Milliseconds from the call to the end of its answer, of those that were answered as they should be. */
  readonly times: readonly number[]
  /** Milliseconds that all of them took together. */
  readonly took: number
  /** Sent away for there was too much to do. */
  readonly shed: number
  /** By status, or `no answer`: anything else than what was wanted. There must be none. */
  readonly errors: Readonly<Record<string, number>>
}

interface FireOptions {
  readonly address: string
  /** Each call in turn; a function is asked for one after the other. */
  readonly shot: Shot | (() => Shot)
  readonly connections: number
  /** Milliseconds, or a number of calls. */
  readonly until: { readonly ms: number } | { readonly calls: number }
  /** Calls a second at most. */
  readonly rate?: number
  readonly wanted: number
}

const countOf = (counts: Record<string, number>, name: string, count = 1): void => {
  if (count > 0) counts[name] = (counts[name] ?? 0) + count
}

/** Everything that autocannon says, until it has made all its calls. */
const run = (options: autocannon.Options, onResponse: (status: number, milliseconds: number) => void) =>
  new Promise<autocannon.Result>((resolve, reject) => {
    const instance = autocannon(options, (error, result) => (error ? reject(error) : resolve(result)))
    instance.on('response', (_client, status, _bytes, milliseconds) => onResponse(status, milliseconds))
  })

/** Makes calls over so many connections, each the next as soon as it has its answer. */
export const fire = async ({ address, shot, connections, until, rate, wanted }: FireOptions): Promise<Measured> => {
  const times: number[] = []
  const errors: Record<string, number> = {}
  let shed = 0
  const next = typeof shot === 'function' ? shot : () => shot
  const options: autocannon.Options = {
    url: address,
    connections: 'calls' in until ? Math.min(connections, until.calls) : connections,
    timeout: ANSWER_TIMEOUT,
    ...(rate === undefined ? {} : { overallRate: rate }),
    ...('calls' in until ? { amount: until.calls } : { duration: until.ms / 1000 }),
    requests: [{ setupRequest: (request) => ({ ...request, ...next() }) }],
  }
  const started = performance.now()
  // It looks only once a second whether it is done.
  let ended = started
  const result = await run(options, (status, milliseconds) => {
    ended = performance.now()
    if (status === wanted) times.push(milliseconds)
    else if (status === 503) shed += 1
    else countOf(errors, String(status))
  })
  countOf(errors, 'no answer', result.errors)
  return { times, took: ended - started, shed, errors }
}

/** Several turns as one. */
export const together = (parts: readonly Measured[]): Measured => {
  const errors: Record<string, number> = {}
  for (const part of parts) for (const [name, count] of Object.entries(part.errors)) countOf(errors, name, count)
  return {
    times: parts.flatMap(({ times }) => times),
    took: parts.reduce((sum, { took }) => sum + took, 0),
    shed: parts.reduce((sum, part) => sum + part.shed, 0),
    errors,
  }
}
