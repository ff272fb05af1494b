import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PackageLicence } from 'shared/build/licences'
import { escapeHtml } from 'shared/server'
import { staticPage } from '../static-page/static-page.ts'

const STYLE = readFileSync(join(import.meta.dirname, 'licences-page.css'), 'utf8')

interface Group {
  readonly packages: readonly string[]
  readonly licence: string
  readonly text: string
}

const groupLicences = (licences: readonly PackageLicence[]): Group[] => {
  const groups = new Map<string, Group & { packages: string[] }>()
  for (const { name, version, licence, text } of licences) {
    const key = `${licence}\n${text}`
    const group = groups.get(key) ?? { packages: [], licence, text }
    group.packages.push(`${name} ${version}`)
    groups.set(key, group)
  }
  return [...groups.values()]
}

const licenceText = ({ licence, text }: Group): string => {
  if (text !== '') return `<pre>${escapeHtml(text)}</pre>`
  const id = encodeURIComponent(licence)
  return `<p>El paquete no trae el texto de su licencia: <a href="https://spdx.org/licenses/${id}.html" rel="noreferrer">${escapeHtml(licence)}</a>.</p>`
}

const licenceList = (licences: readonly PackageLicence[]): string => {
  const items = groupLicences(licences).map(
    (group) =>
      `<li><details><summary>${escapeHtml(group.packages.join(', '))} <span>${escapeHtml(group.licence)}</span></summary>${licenceText(group)}</details></li>`,
  )
  return `<ul role="list">${items.join('')}</ul>`
}

export interface LicenceLists {
  readonly browser: readonly PackageLicence[]
  readonly server: readonly PackageLicence[]
  /** Records of releases on other servers. */
  readonly elsewhere: readonly string[]
}

const linksTo = (records: readonly string[]): string =>
  records.length === 0
    ? ''
    : `<p>Lo que viene de otros servidores: ${records.map((record) => `<a href="${escapeHtml(record)}" rel="noreferrer">${escapeHtml(record)}</a>`).join(', ')}.</p>`

/** @param shellPage names the site's style sheet */
export const licencesPage = (shellPage: string, { browser, server, elsewhere }: LicenceLists): string =>
  staticPage(shellPage, {
    title: 'Licencias de terceros',
    look: STYLE,
    main: `<h1>Licencias de terceros</h1>
<p>Trazo usa programas, tipografías y datos de otras personas. Cada uno conserva su licencia: abre una línea para leerla.</p>
<h2>Lo que llega a tu navegador (${browser.length})</h2>
${licenceList(browser)}
${linksTo(elsewhere)}
<h2>Lo que usa el servidor (${server.length})</h2>
${licenceList(server)}`,
  })
