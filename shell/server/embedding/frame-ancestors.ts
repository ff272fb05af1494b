import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyRequest } from 'fastify'
import { EmbeddingOriginSchema, frameAncestorsCall } from 'shared/contract/accounts'
import * as v from 'valibot'
import { signingLinkOf } from '../signing-link.ts'

const SCRIPT = readFileSync(join(import.meta.dirname, 'frame.js'), 'utf8')
  .replace(/^\/\/.*\n/gm, '')
  .trim()

const API_TIMEOUT_MS = 2000

const Reply = v.object({ origins: v.array(EmbeddingOriginSchema) })

export const isFrameRequest = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  headers['sec-fetch-dest'] === 'iframe'

/** None if the API does not answer. */
export const askAncestors =
  (apiUrl: string) =>
  async ({ url, ip, id, log }: FastifyRequest): Promise<readonly string[]> => {
    const { documentId: document_id, token } = signingLinkOf(url) ?? {}
    if (document_id === undefined || !token) return []
    try {
      const response = await fetch(new URL(frameAncestorsCall.path, apiUrl), {
        method: frameAncestorsCall.method,
        headers: { 'content-type': 'application/json', 'x-forwarded-for': ip, 'x-request-id': id },
        body: JSON.stringify({ document_id, token }),
        redirect: 'error',
        signal: AbortSignal.timeout(API_TIMEOUT_MS),
      })
      return response.ok ? v.parse(Reply, await response.json()).origins : []
    } catch (error) {
      log.warn({ err: error }, 'the API did not say who may frame a link')
      return []
    }
  }

export const frameScript = (origins: readonly string[]): string =>
  `<script>(${SCRIPT.replace(/^;/, '')})(${JSON.stringify(origins)})</script>`
