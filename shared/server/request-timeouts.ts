/** Milliseconds. */
export interface RequestTimeouts {
  readonly headers: number
  /** Includes the body. */
  readonly request: number
  readonly checkInterval: number
}

/** 10 MB over a slow line take minutes. */
export const REQUEST_TIMEOUTS: RequestTimeouts = { headers: 20_000, request: 300_000, checkInterval: 5000 }

export const timeoutOptions = ({ headers, request, checkInterval }: RequestTimeouts) => ({
  requestTimeout: request,
  http: { headersTimeout: headers, connectionsCheckingInterval: checkInterval },
})
