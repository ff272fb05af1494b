import * as v from 'valibot'

/** Milliseconds. The API waits 4 s for each of its services, and says which one is silent. */
const API_PATIENCE_MS = 6000

const TEXT_MAX = 300

/** Of another program at that address, only names and lines of this form would pass. */
const ApiReadiness = v.object({
  status: v.picklist(['ready', 'not-ready']),
  checks: v.record(v.pipe(v.string(), v.regex(/^[a-z]{1,20}$/)), v.picklist(['ok', 'failed'])),
  problems: v.array(v.pipe(v.string(), v.maxLength(TEXT_MAX))),
  warnings: v.array(v.pipe(v.string(), v.maxLength(TEXT_MAX))),
})

export interface AnsweredReadiness {
  readonly checks: Readonly<Record<string, 'ok' | 'failed'>>
  readonly problems: readonly string[]
  readonly warnings: readonly string[]
}

const AWAY: AnsweredReadiness = {
  checks: { api: 'failed' },
  problems: ['La API no responde: las páginas se abren, pero nadie puede entrar, leer ni firmar.'],
  warnings: [],
}

/** The API's answer about its parts, with `api` as the first one. */
export const askReadiness = async (apiUrl: string, onFailure: (error: unknown) => void): Promise<AnsweredReadiness> => {
  try {
    const response = await fetch(new URL('/readyz', apiUrl), {
      redirect: 'error',
      signal: AbortSignal.timeout(API_PATIENCE_MS),
    })
    const { status, checks, problems, warnings } = v.parse(ApiReadiness, await response.json())
    if (response.ok !== (status === 'ready')) throw new Error(`status ${response.status} with ${status}`)
    return { checks: { api: 'ok', ...checks }, problems, warnings }
  } catch (error) {
    onFailure(error)
    return AWAY
  }
}
