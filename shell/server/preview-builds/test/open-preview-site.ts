import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { RemoteName } from 'shared/contract'
import { NOW, openPublishingSite } from '../../publishing/test/open-publishing-site.ts'
import type { Files } from '../../registry/test/write-build.ts'
import { createPreviewToken } from '../preview-tokens.ts'

const OWN = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', 'content-type': 'application/json' }
const PAGE = { accept: 'text/html', 'sec-fetch-dest': 'document' }

interface UploadAnswer {
  readonly id: string
  readonly release: string
  readonly expiresAt: string
}

const browserOf = (port: number) => {
  const at = (path: string, init: RequestInit = {}) =>
    fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual', ...init })
  const pageWith = async (cookie: string, path = '/login', more: Record<string, string> = {}) => {
    const html = await (await at(path, { headers: { ...PAGE, cookie, ...more } })).text()
    const [, json = '{}'] = /id="trazo-registry">(.*?)<\/script>/.exec(html) ?? []
    return { html, entry: JSON.parse(json).remotes?.mf_auth }
  }
  return {
    at,
    pageWith,
    fileOf: (id: string, cookie: string, file = 'app.js', init: RequestInit = {}) =>
      at(`/r/previews/mf_auth/${id}/${file}`, { ...init, headers: { cookie } }),
    isLive: async (cookie: string, path?: string, more?: Record<string, string>) => {
      const { html, entry } = await pageWith(cookie, path, more)
      return !html.includes('Vista previa') && !html.includes('/r/previews') && (entry?.active ?? '2') === '2'
    },
    begin: (release: string, token: string, remote = 'mf_auth') =>
      at('/previews', { method: 'POST', headers: OWN, body: JSON.stringify({ token, remote, release }) }),
  }
}

/** A site with releases 1 and 2 of mf_auth, and a token for its previews. */
export const openPreviewSite = async (options: Parameters<typeof openPublishingSite>[0] = {}) => {
  const site = await openPublishingSite(options)
  await site.publish('1')
  await site.publish('2')
  const previewToken = await createPreviewToken({ dataDir: site.dataDir }, 'mf_auth', 'CI de cuentas', NOW)
  const browser = browserOf(site.port)
  const send = (body: RequestInit['body'], bearer = previewToken) =>
    site.call({ method: 'POST', body }, bearer, '/releases/previews')
  const upload = async (release = 'pr', files: Files = {}, contract: object = {}, bearer = previewToken) =>
    send(await site.formOf(await site.build(release, files, contract)), bearer)
  const begin = (id: string, token = previewToken, remote?: RemoteName) => browser.begin(id, token, remote)
  return {
    ...site,
    ...browser,
    previewToken,
    send,
    upload,
    begin,
    /** @returns the id */
    uploaded: async (...given: Parameters<typeof upload>) => {
      const { status, body } = await upload(...given)
      if (status !== 200) throw new Error(body.message)
      return (body.preview as UploadAnswer).id
    },
    /** @returns the cookie */
    opened: async (...given: Parameters<typeof begin>) =>
      (await begin(...given)).headers.get('set-cookie')?.split(';')[0] ?? '',
    list: async (bearer = previewToken) => (await site.call({}, bearer, '/releases/previews')).body,
    /** Names in the folder of the remote's previews. */
    kept: (remote: RemoteName = 'mf_auth') => {
      const folder = join(site.dataDir, 'previews', remote)
      return existsSync(folder) ? readdirSync(folder) : []
    },
  }
}

export type PreviewSite = Awaited<ReturnType<typeof openPreviewSite>>
