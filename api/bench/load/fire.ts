import autocannon from 'autocannon'

/** Seconds. */
const ANSWER_TIMEOUT = 120

export interface LoadShot {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Buffer
}

export interface MeasuredLoad {
  /** Milliseconds of successful calls. */
  readonly times: readonly number[]
  /** Total milliseconds. */
  readonly took: number
  readonly shed: number
  /** By status or `no answer`; must be empty. */
  readonly errors: Readonly<Record<string, number>>
}

interface FireOptions {
  readonly address: string
  readonly shot: LoadShot | (() => LoadShot)
  readonly connections: number
  /** Milliseconds or calls. */
  readonly until: { readonly ms: number } | { readonly calls: number }
  /** Maximum calls per second. */
  readonly rate?: number
  readonly wanted: number
}

const countOf = (counts: Record<string, number>, name: string, count = 1): void => {
  if (count > 0) counts[name] = (counts[name] ?? 0) + count
}

const run = (options: autocannon.Options, onResponse: (status: number, milliseconds: number) => void) =>
  new Promise<autocannon.Result>((resolve, reject) => {
    const instance = autocannon(options, (error, result) => (error ? reject(error) : resolve(result)))
    instance.on('response', (_client, status, _bytes, milliseconds) => onResponse(status, milliseconds))
  })

/** A connection sends its next call after a response. */
export const fireShots = async ({
  address,
  shot,
  connections,
  until,
  rate,
  wanted,
}: FireOptions): Promise<MeasuredLoad> => {
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
  // autocannon checks its end once per second.
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

export const joinMeasured = (parts: readonly MeasuredLoad[]): MeasuredLoad => {
  const errors: Record<string, number> = {}
  for (const part of parts) for (const [name, count] of Object.entries(part.errors)) countOf(errors, name, count)
  return {
    times: parts.flatMap(({ times }) => times),
    took: parts.reduce((sum, { took }) => sum + took, 0),
    shed: parts.reduce((sum, part) => sum + part.shed, 0),
    errors,
  }
}
