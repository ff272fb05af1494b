/** @jest-environment node */
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RemoteName } from 'shared/contract'
import { withHeadElements } from '../pages.ts'
import { readRegistry, readStoredRegistry, writeRegistry } from '../registry/registry-file.ts'
import { PICTURE_PLACE } from './first-page-picture.ts'
import { holdShell } from './hold-shell.ts'
import { admittedRegistry, createPageElements } from './page-elements.ts'

let dataDir: string

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'trazo-prerender-'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))

const record = {
  script: 'start()',
  modules: ['/pdfjs/6/pdf.mjs'],
  files: ['mf-manifest.json', 'guest.1.js', 'guest.1.css'],
}

const MANIFEST =
  '{"metaData":{"name":"x","remoteEntry":{"name":"</script>","type":"global"}},"shared":[{"name":"react"}]}'
const INTEGRITY = `sha384-${createHash('sha384').update(MANIFEST).digest('base64')}`

const pageElementsOf = () => {
  const pageElements = createPageElements(dataDir)
  return async (pathname: string) => pageElements(pathname, await readRegistry(dataDir))
}

const linksOf = (elements: string): string =>
  elements.replaceAll(/<script type="application\/json"[^>]*>.*?<\/script>/g, '')

/** @param prerender undefined: a release without `prerender.json` */
const release = async (name: RemoteName, id: string, prerender?: unknown): Promise<void> => {
  const folder = join(dataDir, 'releases', name, id)
  mkdirSync(folder, { recursive: true })
  if (prerender !== undefined) writeFileSync(join(folder, 'prerender.json'), JSON.stringify(prerender))
  const before = await readRegistry(dataDir)
  const live = { manifest: `/r/${name}/${id}/mf-manifest.json`, integrity: INTEGRITY, shared: '^1.0.0' }
  await writeRegistry(dataDir, {
    version: 1,
    remotes: { ...before?.remotes, [name]: { active: id, fallback: null, releases: { [id]: live } } },
  })
}

test('a signing page gets the prerender script of its remote and preloads for its files', async () => {
  await release('mf_signing', 'a', record)
  expect(linksOf(await pageElementsOf()('/sign/12/contrato'))).toBe(
    '<script>start()</script>' +
      '<link rel="modulepreload" fetchpriority="high" href="/pdfjs/6/pdf.mjs">' +
      '<link rel="preload" as="fetch" crossorigin fetchpriority="low" href="/r/mf_signing/a/mf-manifest.json">' +
      '<link rel="preload" as="script" fetchpriority="low" href="/r/mf_signing/a/guest.1.js">' +
      '<link rel="preload" as="style" fetchpriority="low" href="/r/mf_signing/a/guest.1.css">',
  )
})

test('a preload has the hash that the build recorded for its file', async () => {
  await release('mf_signing', 'a', { ...record, integrity: { 'guest.1.js': 'sha256-AB"C' } })
  const links = linksOf(await pageElementsOf()('/sign/12/contrato'))
  expect(links).toContain('href="/r/mf_signing/a/guest.1.js" integrity="sha256-AB&quot;C">')
  expect(links).toContain('href="/r/mf_signing/a/guest.1.css">')
})

test('a page without a prerender preloads only the files of the container', async () => {
  const container = ['mf-manifest.json', 'app.js']
  const pages = ['/sign/:documentId/:documentName']
  await release('mf_signing', 'a', { ...record, container, pages })
  const pageElements = pageElementsOf()
  expect(linksOf(await pageElements('/verify'))).toBe(
    '<link rel="preload" as="fetch" crossorigin fetchpriority="low" href="/r/mf_signing/a/mf-manifest.json">' +
      '<link rel="preload" as="script" fetchpriority="low" href="/r/mf_signing/a/app.js">',
  )
  expect(linksOf(await pageElements('/sign/12/contrato'))).toContain('<script>start()</script>')
})

test('a page preloads the files of its own route and of no other route', async () => {
  const container = ['app.js']
  const routes = { '/register': ['forms.js', 'forms.css'], '/profile': ['profile.js'] }
  await release('mf_auth', 'a', { script: '', modules: [], files: [], container, pages: [], routes })
  const pageElements = pageElementsOf()
  const filesOn = async (path: string) => [...(await pageElements(path)).matchAll(/href="\/r\/mf_auth\/a\/([^"]+)"/g)]
  expect((await filesOn('/register')).map(([, file]) => file)).toEqual(['app.js', 'forms.js', 'forms.css'])
  expect((await filesOn('/login')).map(([, file]) => file)).toEqual(['app.js'])
})

test('each page gets the elements of the remote mounted there, and shell pages get no elements', async () => {
  await release('mf_signing', 'a', record)
  await release('mf_auth', 'b', { script: '', modules: [], files: ['login.js'] })
  const pageElements = pageElementsOf()
  const link = '<link rel="preload" as="script" fetchpriority="low" href="/r/mf_auth/b/login.js">'
  for (const path of ['/login', '/Login']) expect(linksOf(await pageElements(path))).toBe(link)
  expect(await pageElements('/SIGN/12/contrato')).toContain('start()')
  expect(await pageElements('/sign/field/12/contrato/7')).toContain('start()')
  for (const path of ['/', '/sign', '/sign/12', '/sign/12/contrato/more/and/more', '/dashboard', '/no/such/page'])
    expect([path, linksOf(await pageElements(path))]).toEqual([path, ''])
})

test('pages use a new release immediately, and get no preloads if its prerender record is missing', async () => {
  const pageElements = pageElementsOf()
  expect(await pageElements('/sign/12/contrato')).toBe('')
  await release('mf_signing', 'a', record)
  expect(await pageElements('/sign/12/contrato')).toContain('/r/mf_signing/a/')
  await release('mf_signing', 'b', { ...record, script: 'other()' })
  expect(await pageElements('/sign/12/contrato')).toContain('<script>other()</script>')
  await release('mf_signing', 'c')
  expect(linksOf(await pageElements('/sign/12/contrato'))).toBe('')
  await release('mf_signing', 'd', { script: 5 })
  expect(linksOf(await pageElements('/sign/12/contrato'))).toBe('')
})

test('a page names the canary in its registry and preloads only the live release', async () => {
  await release('mf_signing', 'a', record)
  const entry = (await readStoredRegistry(dataDir))?.remotes.mf_signing
  const live = entry?.releases.a
  if (!entry || !live) throw new Error('nothing is live')
  const canary = { release: 'b', percent: 5 }
  const releases = { a: live, b: { ...live, manifest: '/r/mf_signing/b/mf-manifest.json' } }
  await writeRegistry(dataDir, { version: 1, remotes: { mf_signing: { ...entry, canary, releases } } })
  const elements = await pageElementsOf()('/sign/12/contrato')
  expect(elements).toContain('"canary":{"release":"b","percent":5}')
  expect(linksOf(elements)).toContain('/r/mf_signing/a/guest.1.js')
  expect(linksOf(elements)).not.toContain('/r/mf_signing/b/')
})

const dataOf = (elements: string, attributes: string): unknown => {
  const [, json] = new RegExp(`<script type="application/json" ${attributes}>(.*?)</script>`).exec(elements) ?? []
  return json === undefined ? undefined : JSON.parse(json)
}

const mounts = [{ prefix: '/reportes', access: 'session', title: 'Reportes' } as const]

/** Two remotes that the shell does not know. */
const addRemotes = async (): Promise<void> => {
  await release('mf_reports', 'r', record)
  await release('mf_stock', 's', record)
  const stored = await readStoredRegistry(dataDir)
  if (!stored?.remotes.mf_reports) throw new Error('nothing is live')
  await writeRegistry(dataDir, {
    ...stored,
    remotes: { ...stored.remotes, mf_reports: { ...stored.remotes.mf_reports, mounts } },
  })
}

test('a page embeds the entry of its remote, and only the mounts of remotes that were added', async () => {
  const pageElements = pageElementsOf()
  const remotesOn = async (path: string) => dataOf(await pageElements(path), 'id="trazo-registry"')
  expect(await pageElements('/')).toBe('')
  await release('mf_signing', 'a', record)
  await release('mf_auth', 'b', record)
  await addRemotes()
  const { remotes } = (await readRegistry(dataDir)) ?? {}
  const announced = { mf_reports: { mounts } }
  expect(await remotesOn('/')).toEqual({ version: 1, remotes: announced })
  expect(await remotesOn('/login')).toEqual({ version: 1, remotes: { mf_auth: remotes?.mf_auth, ...announced } })
  expect(await remotesOn('/reportes/2026')).toEqual({ version: 1, remotes: { mf_reports: remotes?.mf_reports } })
})

test('a page embeds the releases that its remote can load: its own three, and those of the slots that it shows', async () => {
  await release('mf_signing', 'a', record)
  await release('mf_auth', 'b', record)
  await release('mf_documents', 'd', record)
  const uses = { 'mf_signing/page-picture': 1, 'mf_unknown/slot': 1 }
  writeFileSync(join(dataDir, 'releases/mf_documents/d/contract.json'), JSON.stringify({ uses }))
  const stored = await readStoredRegistry(dataDir)
  const entry = stored?.remotes.mf_signing
  const live = entry?.releases.a
  if (!entry || !live) throw new Error('nothing is live')
  const releases = Object.fromEntries(['a', 'kept', 'before', 'next'].map((id) => [id, live]))
  const canary = { release: 'next', percent: 5 }
  const signing = { ...entry, fallback: 'before', canary, releases }
  await writeRegistry(dataDir, { version: 1, remotes: { ...stored.remotes, mf_signing: signing } })
  const embedded = dataOf(await pageElementsOf()('/dashboard'), 'id="trazo-registry"')
  expect(embedded).toMatchObject({ remotes: { mf_documents: { active: 'd' }, mf_signing: { active: 'a', canary } } })
  expect(embedded).not.toHaveProperty('remotes.mf_auth')
  expect(embedded).not.toHaveProperty('remotes.mf_signing.releases.kept')
  expect(embedded).toHaveProperty('remotes.mf_signing.releases.before')
})

test('a guest’s page is the same, and admits the same, whatever remotes are added', async () => {
  await release('mf_signing', 'a', record)
  await release('mf_auth', 'b', record)
  const pageElements = pageElementsOf()
  const pageFor = async (path: string) => {
    const admitted = admittedRegistry(path, await readRegistry(dataDir))
    return { names: Object.keys(admitted?.remotes ?? {}), html: await createPageElements(dataDir)(path, admitted) }
  }
  const before = await pageFor('/sign/12/contrato')
  await addRemotes()
  expect(await pageFor('/sign/12/contrato')).toEqual(before)
  expect(before.names).toEqual(['mf_signing'])
  expect(await pageElements('/sign/12/contrato')).toContain('mf_reports')
  expect((await pageFor('/login')).names).toContain('mf_reports')
  expect(admittedRegistry('/sign/12/contrato/more/and/more', await readRegistry(dataDir))?.remotes).toEqual({})
})

test('the page embeds the manifest only if the manifest matches the hash in the registry', async () => {
  await release('mf_signing', 'a', record)
  const folder = join(dataDir, 'releases/mf_signing/a')
  writeFileSync(join(folder, 'mf-manifest.json'), MANIFEST)
  const attribute = 'data-manifest="/r/mf_signing/a/mf-manifest.json"'
  const elements = await pageElementsOf()('/sign/12/contrato')
  expect(dataOf(elements, attribute)).toEqual({ metaData: { remoteEntry: { name: '</script>' } } })
  expect(elements).not.toContain('href="/r/mf_signing/a/mf-manifest.json"')
  expect(dataOf(await pageElementsOf()('/'), attribute)).toBeUndefined()

  writeFileSync(join(folder, 'mf-manifest.json'), MANIFEST.replace('x', 'y'))
  const tampered = await pageElementsOf()('/sign/12/contrato')
  expect(dataOf(tampered, attribute)).toBeUndefined()
  expect(tampered).toContain('href="/r/mf_signing/a/mf-manifest.json"')
})

test('head elements are inserted after the API host and before the scripts of the page', () => {
  const html =
    '<head><meta charset="utf-8"><meta name="trazo-api-host" content=""><script src="/main.js"></script></head>'
  expect(withHeadElements(html, '<script>a("$1")</script>')).toBe(
    '<head><meta charset="utf-8"><meta name="trazo-api-host" content=""><script>a("$1")</script><script src="/main.js"></script></head>',
  )
  expect(withHeadElements(html, '')).toBe(html)
  expect(() => withHeadElements('<head></head>', '<script></script>')).toThrow('trazo-api-host')
})

const SHELL =
  '<head><meta name="trazo-api-host" content=""><script>theme()</script><script defer="defer" src="/assets/main.js"></script>' +
  '<link rel="preload" as="script" href="/assets/react.js"></head><body><div id="root"></div></body>'

test('with a prerender script, the page shows its root first, then holds the files of shell and remote in a template', async () => {
  await release('mf_signing', 'a', record)
  const { html, elements } = holdShell(SHELL, await pageElementsOf()('/sign/12/contrato'))
  expect(elements).toBe('')
  expect(html).toContain('<head><meta name="trazo-api-host" content=""><script>theme()</script></head>')
  const [, body = ''] = /<div id="root"><\/div>(.*)/.exec(html) ?? []
  const early = '<script>start()</script><link rel="modulepreload" fetchpriority="high" href="/pdfjs/6/pdf.mjs">'
  // The picture of the document comes before all that takes the network.
  expect(linksOf(body).startsWith(`${PICTURE_PLACE}${early}<template id="trazo-held-shell">`)).toBe(true)
  const [, held] = /<template id="trazo-held-shell">(.*?)<\/template><script>/.exec(linksOf(body)) ?? []
  // Not by its place: earlier scripts add elements to the page while it is read.
  expect(html).toContain("held=document.getElementById('trazo-held-shell')")
  expect(held?.match(/(?:src|href)="[^"]*"/g)).toEqual([
    'src="/assets/main.js"',
    'href="/assets/react.js"',
    'href="/r/mf_signing/a/mf-manifest.json"',
    'href="/r/mf_signing/a/guest.1.js"',
    'href="/r/mf_signing/a/guest.1.css"',
  ])
})

test('a page without a prerender script stays unchanged', async () => {
  await release('mf_auth', 'b', { script: '', modules: [], files: ['login.js'] })
  const elements = await pageElementsOf()('/login')
  expect(holdShell(SHELL, elements)).toEqual({ html: SHELL, elements })
  expect(holdShell(SHELL, '')).toEqual({ html: SHELL, elements: '' })
})
