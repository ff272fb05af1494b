import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { releaseFilesIn } from 'shared/build/integrity'
import type { RemoteName } from 'shared/contract'
import { readStoredRegistry } from '../../registry/registry-file.ts'
import { type Files, writeSoundBuild } from '../../registry/test/write-build.ts'
import { createTestSite } from '../../test/create-test-site.ts'
import { createPublisher } from '../publisher-tokens.ts'

export const NOW = new Date('2026-11-23T12:00:00Z')
const HTML = '<!doctype html><meta name="trazo-api-host" content=""><div id="root"></div>'
const LIMITS = { files: 12, fileBytes: 4000, totalBytes: 9000, timeMs: 60_000 }

const shell = {
  name: 'shell',
  release: 's1',
  contract: 1,
  mounts: { mf_auth: ['/login'], mf_documents: ['/dashboard'], mf_signing: [] },
  slots: { mf_auth: [], mf_documents: [], mf_signing: [] },
  provides: { 'shared/ui': '5.9.0' },
  exports: { 'shared/ui': ['Alert', 'Button'] },
}

const formOf = async (root: string, more: object = {}): Promise<FormData> => {
  const read = (file: string) => JSON.parse(readFileSync(join(root, 'dist', file), 'utf8'))
  const record = read('build.json')
  const output = join(root, 'dist', record.release)
  const form = new FormData()
  form.append('release', JSON.stringify({ record, checks: read('checks.json'), ...more }))
  for (const file of await releaseFilesIn(output))
    form.append('file', new Blob([readFileSync(join(output, file))]), file)
  return form
}

const writeSite = (folder: string): void => {
  mkdirSync(join(folder, 'shell/assets'), { recursive: true })
  mkdirSync(join(folder, 'pdfjs'))
  writeFileSync(join(folder, 'shell/index.html'), HTML)
  writeFileSync(join(folder, 'shell/assets/main.css'), ':root { --color-ink: #000 } .shell-bar { color: red }')
  writeFileSync(join(folder, 'shell/contract.json'), JSON.stringify(shell))
  mkdirSync(join(folder, 'data/releases'), { recursive: true })
}

/** A listening site with one publisher of mf_auth, in its own folder. */
export const openPublishingSite = async (options: { timeMs?: number; releaseApproval?: boolean } = {}) => {
  const folder = mkdtempSync(join(tmpdir(), 'trazo-publishing-'))
  const dataDir = join(folder, 'data')
  writeSite(folder)
  const lines: string[] = []
  const site = createTestSite(folder, {
    dataDir,
    logLevel: 'trace',
    uploadLimits: { ...LIMITS, timeMs: options.timeMs ?? LIMITS.timeMs },
    releaseApproval: options.releaseApproval ?? false,
    logTo: new Writable({
      write(chunk, _encoding, done) {
        lines.push(String(chunk))
        done()
      },
    }),
  })
  const token = await createPublisher({ dataDir }, 'mf_auth', 'Equipo de cuentas', NOW)
  await site.listen({ port: 0, host: '127.0.0.1' })
  const { port } = site.server.address() as AddressInfo
  const call = async (init: RequestInit, bearer: string | undefined = token, path = '/releases') => {
    const headers = new Headers(init.headers)
    if (bearer) headers.set('authorization', `Bearer ${bearer}`)
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { ...init, headers })
    return { status: response.status, body: (await response.json()) as Record<string, unknown> & { message: string } }
  }
  const build = (release: string, files: Files = {}, contract: object = {}, name: RemoteName = 'mf_auth') =>
    writeSoundBuild(join(folder, 'built', release), name, release, files, contract)
  return {
    folder,
    dataDir,
    token,
    port,
    log: () => lines.join(''),
    call,
    build,
    formOf,
    publish: async (release: string, files: Files = {}, contract: object = {}, more: object = {}, bearer = token) =>
      call({ method: 'POST', body: await formOf(await build(release, files, contract), more) }, bearer),
    order: (body: object, bearer = token) =>
      call({ method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }, bearer),
    live: async () => (await readStoredRegistry(dataDir))?.remotes.mf_auth,
    close: async (): Promise<void> => {
      await site.close()
      rmSync(folder, { recursive: true })
    },
  }
}

export type PublishingSite = Awaited<ReturnType<typeof openPublishingSite>>
