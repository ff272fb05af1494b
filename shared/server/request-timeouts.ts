/** Milliseconds. */
export interface RequestTimeouts {
  readonly headers: number
  /** Includes the body. */
  readonly request: number
  readonly checkInterval: number
}

/** 10 MB at 100 kbit/s take 14 minutes; `CLIENT_LIMITS` cuts who is slower still. */
export const REQUEST_TIMEOUTS: RequestTimeouts = { headers: 20_000, request: 900_000, checkInterval: 1000 }

export const timeoutOptions = ({ headers, request, checkInterval }: RequestTimeouts) => ({
  requestTimeout: request,
  http: { headersTimeout: headers, connectionsCheckingInterval: checkInterval },
})
