import { join } from 'node:path'
import type { Page } from 'playwright/test'

export const PORTAL = 'https://portal.example'
export const FOREIGN_PORTAL = 'https://ajeno.example'

/** The signing page needs these of the host's policy, and no more. */
const policyFor = (site: string): string =>
  [
    "default-src 'none'",
    `script-src 'self' ${site}`,
    `style-src 'self' ${site} 'unsafe-inline'`,
    `connect-src ${site}`,
    `font-src ${site} data:`,
    "img-src 'self' data: blob:",
    `worker-src blob: ${site}`,
  ].join('; ')

/** @param portal folder of the built host */
export const servePortal = async (page: Page, portal: string, site: string, link: string): Promise<void> => {
  const body = `<!doctype html><html lang="es"><title>Portal</title>
    <h1 id="titulo">Contratos</h1><p id="estado"></p>
    <div id="firma" data-site="${site}" data-link="${link.replaceAll('&', '&amp;')}"></div>
    <script src="/main.js"></script>`
  for (const origin of [PORTAL, FOREIGN_PORTAL])
    await page.route(`${origin}/**`, (route) => {
      const { pathname } = new URL(route.request().url())
      return pathname === '/'
        ? route.fulfill({
            contentType: 'text/html',
            headers: { 'content-security-policy': policyFor(site) },
            body,
          })
        : route.fulfill({ path: join(portal, pathname) })
    })
}
