import type { FastifyRequest } from 'fastify'
import { firstPageCall, KEPT_TIMING, type PictureDevice } from 'shared/contract/first-page'
import * as v from 'valibot'
import type { FirstPageMetrics, PictureOutcome } from '../observability/first-page-metrics.ts'
import { type SigningLink, signingLinkOf } from '../signing-link.ts'

/** Milliseconds that pdf.js waits for a picture that is drawn for the first time. */
const PATIENCE_MS = 500

const PICTURE = /^[A-Za-z0-9+/]+=*$/
const TOKEN = /^[\w-]{43}$/

/** Where the picture goes in the page of a document: before all that takes the network or the processor. */
export const PICTURE_PLACE = '<!--first-page-->'

export interface PictureRequest extends SigningLink {
  readonly device: PictureDevice
}

/** Chrome tells it; the others say it in their name. */
const deviceOf = ({ headers }: Pick<FastifyRequest, 'headers'>): PictureDevice => {
  const hint = headers['sec-ch-ua-mobile']
  const isPhone = hint === undefined ? /\bMobi/.test(headers['user-agent'] ?? '') : hint === '?1'
  return isPhone ? 'phone' : 'desktop'
}

/**
 * Only a browser that opens the link: programs that look at the links of a mail, or fetch ahead, get the page
 * without a picture.
 */
export const pictureRequestOf = (
  request: Pick<FastifyRequest, 'method' | 'headers' | 'url'>,
): PictureRequest | undefined => {
  const { method, headers, url } = request
  if (method !== 'GET' || headers['sec-fetch-mode'] !== 'navigate' || headers['sec-purpose'] !== undefined)
    return undefined
  const link = signingLinkOf(url)
  if (link === undefined || !(link.token === undefined || TOKEN.test(link.token))) return undefined
  return { ...link, device: deviceOf(request) }
}

/** `decoding` keeps the picture from appearing after its place. */
const elementFor = ({ page }: v.InferOutput<typeof firstPageCall.reply>): string =>
  page === null || !PICTURE.test(page.picture)
    ? ''
    : `<template id="trazo-first-page" data-page="${page.width} ${page.height} ${page.pages}" ` +
      `data-revision="${encodeURIComponent(page.sha256)}"${page.signs ? ' data-signs' : ''}>` +
      `<img alt="" decoding="sync" src="data:image/webp;base64,${page.picture}"></template>`

export type AskFirstPage = (wanted: PictureRequest, request: FastifyRequest) => Promise<string>

type PictureAnswer = readonly [outcome: PictureOutcome, element: string]

const answerIn = async (response: Response): Promise<PictureAnswer> => {
  if (!response.ok) {
    await response.body?.cancel()
    return ['refused', '']
  }
  const element = elementFor(v.parse(firstPageCall.reply, await response.json()))
  if (element === '') return ['none', '']
  const isKept = response.headers.get('server-timing')?.includes(KEPT_TIMING) === true
  return [isKept ? 'kept' : 'drawn', element]
}

/** '' if the link is closed, the page has no picture, or the API takes too long: then pdf.js alone shows the page. */
export const askFirstPage =
  (apiUrl: string, metrics?: Pick<FirstPageMetrics, 'asked'>): AskFirstPage =>
  async ({ documentId, token, device }, { ip, id, log }) => {
    const url = new URL(firstPageCall.path.replace(':id', String(documentId)), apiUrl)
    url.searchParams.set('device', device)
    const start = performance.now()
    const ask = async (): Promise<PictureAnswer> => {
      try {
        const response = await fetch(url, {
          headers: {
            ...(token === undefined ? {} : { authorization: `Invitation ${token}` }),
            'x-forwarded-for': ip,
            'x-request-id': id,
          },
          redirect: 'error',
          signal: AbortSignal.timeout(PATIENCE_MS),
        })
        return await answerIn(response)
      } catch (error) {
        log.debug({ err: error }, 'the API drew no first page')
        return ['late', '']
      }
    }
    const [outcome, element] = await ask()
    metrics?.asked(outcome, (performance.now() - start) / 1000)
    return element
  }
