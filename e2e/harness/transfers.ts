import type { Response } from 'playwright/test'

export interface Transfer {
  readonly path: string
  /** Bytes of the encoded body. */
  readonly bytes: number
  readonly encoding: string | undefined
}

/** For a page's requests; gzip is the worst case. */
export const GZIP_ONLY = { 'accept-encoding': 'gzip' } as const

export const transferOf = async (response: Response): Promise<Transfer> => {
  const { responseBodySize } = await response.request().sizes()
  const { pathname } = new URL(response.url())
  return { path: pathname, bytes: responseBodySize, encoding: response.headers()['content-encoding'] }
}

export const tableOf = (transfers: readonly Transfer[]): string =>
  transfers.map(({ path, bytes, encoding }) => `${bytes} ${encoding ?? '-'} ${path}`).join('\n')

export const totalOf = (transfers: readonly Transfer[]): number => transfers.reduce((sum, { bytes }) => sum + bytes, 0)
