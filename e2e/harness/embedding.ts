import type { Page } from 'playwright/test'
import {
  addEmbeddingOriginCall,
  changeEmbeddingDevelopmentCall,
  proveIdentityCall,
  removeEmbeddingOriginCall,
} from 'shared/contract/accounts'
import * as v from 'valibot'
import config from '../playwright.config.ts'
import { expect, type Trazo } from './trazo.ts'

const { launchOptions } = config.use ?? {}

/** Public pages may not reach local ones. */
export const REACHES_LOCAL_SITES = {
  launchOptions: {
    ...launchOptions,
    args: [...(launchOptions?.args ?? []), '--disable-features=LocalNetworkAccessChecks'],
  },
}

const call = async ({ url }: Trazo, token: string, path: string, method: string, body?: object): Promise<unknown> => {
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: { Authorization: `Bearer ${token}`, ...(body ? { 'Content-Type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
  return answer.json()
}

const prove = async (trazo: Trazo, token: string, password: string): Promise<string> =>
  v.parse(proveIdentityCall.reply, await call(trazo, token, proveIdentityCall.path, 'POST', { password })).proof

export const startDeveloping = async (trazo: Trazo, token: string, password: string): Promise<void> => {
  const proof = await prove(trazo, token, password)
  await call(trazo, token, changeEmbeddingDevelopmentCall.path, 'POST', { on: true, proof })
}

export const allowOrigin = async (trazo: Trazo, token: string, password: string, origin: string): Promise<number> => {
  const proof = await prove(trazo, token, password)
  const added = await call(trazo, token, addEmbeddingOriginCall.path, 'POST', { origin, proof })
  return v.parse(addEmbeddingOriginCall.reply, added).id
}

export const disallowOrigin = (trazo: Trazo, token: string, originId: number): Promise<unknown> =>
  call(trazo, token, removeEmbeddingOriginCall.path.replace(':originId', String(originId)), 'DELETE')

export const framedLink = (src: string): string =>
  `<iframe title="Firma" style="width:100%;height:800px;border:0" src="${src.replaceAll('&', '&amp;')}"></iframe>`

const LISTEN = '<script>window.received=[];addEventListener("message",e=>received.push([e.origin,e.data]))</script>'

export const servePages = async (page: Page, pages: Readonly<Record<string, string>>): Promise<void> => {
  for (const [address, body] of Object.entries(pages))
    await page.route(address, (route) =>
      route.fulfill({ contentType: 'text/html', body: `<!doctype html><title>Portal</title>${LISTEN}${body}` }),
    )
}

export const receivedMessages = (page: Page) =>
  page.evaluate(() => Reflect.get(window, 'received') as [string, { type: string }][])

export const isFrameRefused = async (page: Page, load: () => Promise<unknown>): Promise<void> => {
  const refusal = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'))
  await load()
  await refusal
  expect(await receivedMessages(page)).toEqual([])
}
