import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import {
  answersVersion,
  findChromium,
  findHeadlessShell,
  findTool,
  isInstalled,
  otherBrowsers,
  testTools,
} from '../tools.ts'
import { inWorkspace } from '../workspace.ts'
import { runCommand, runNode } from './run-command.ts'

/** Milliseconds. */
const DOWNLOAD_MS = 10 * 60_000
/** Playwright's connection timeout in milliseconds. */
const CONNECT_MS = 15_000

const canInstallPackages = (): boolean => process.getuid?.() === 0 && findTool('apt-get') !== undefined

let updated = false

const installPackages = async (
  packages: readonly string[],
  output: 'on-failure' | 'hidden' = 'on-failure',
): Promise<boolean> => {
  const options = { cwd: inWorkspace(), env: { DEBIAN_FRONTEND: 'noninteractive' }, output } as const
  if (!updated) await runCommand('apt-get', ['update', '-qq'], options)
  updated = true
  return (await runCommand('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], options)) === 0
}

const playwrightChromium = (): string | undefined => {
  const { stdout } = spawnSync(process.execPath, ['-p', "require('playwright').chromium.executablePath()"], {
    cwd: inWorkspace('e2e'),
    encoding: 'utf8',
  })
  const file = stdout.trim()
  return existsSync(file) && answersVersion(file) ? file : undefined
}

const downloadChromium = async (): Promise<string | undefined> => {
  console.log('No hay Chromium ni Chrome: descargando el de Playwright (unos 180 MB)…')
  await runNode([inWorkspace('e2e', 'node_modules', 'playwright', 'cli.js'), 'install', '--no-shell', 'chromium'], {
    cwd: inWorkspace('e2e'),
    env: { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: String(CONNECT_MS) },
    timeoutMs: DOWNLOAD_MS,
    output: 'hidden',
  })
  return playwrightChromium()
}

const installChromium = async (): Promise<string | undefined> => {
  if (!canInstallPackages()) return undefined
  console.log('La descarga no funcionó: instalando el Chromium de Debian con apt-get…')
  return (await installPackages(['chromium'])) ? findChromium() : undefined
}

/** Optional: the headless shell is only faster. */
const bringHeadlessShell = async (): Promise<string | undefined> => {
  if (process.env.TRAZO_CHROMIUM) return undefined
  const found = findHeadlessShell()
  if (found !== undefined || !canInstallPackages()) return found
  console.log('Instalando chromium-headless-shell con apt-get…')
  await installPackages(['chromium-headless-shell'], 'hidden')
  return findHeadlessShell()
}

/**
 * Finds or installs a browser: TRAZO_CHROMIUM, the
 * headless shell, the system's Chromium or Chrome,
 * Playwright's download, Debian's package.
 */
export const bringChromium = async (): Promise<string | undefined> =>
  (await bringHeadlessShell()) ??
  findChromium() ??
  playwrightChromium() ??
  (await downloadChromium()) ??
  (await installChromium())

const DEBIAN_POSTGRES = '/usr/lib/postgresql'

const hasPostgres = (): boolean =>
  findTool('initdb') !== undefined ||
  (existsSync(DEBIAN_POSTGRES) &&
    readdirSync(DEBIAN_POSTGRES).some((version) => existsSync(`${DEBIAN_POSTGRES}/${version}/bin/initdb`)))

/** @returns false if PostgreSQL is unavailable */
export const bringPostgres = async (): Promise<boolean> => {
  if (process.env.TRAZO_TEST_DATABASE_URL || hasPostgres()) return true
  if (canInstallPackages()) {
    console.log('Instalando postgresql con apt-get…')
    await installPackages(['postgresql'])
  }
  return hasPostgres()
}

const missingTools = () => testTools.filter(({ command }) => findTool(command) === undefined)

/** Lists the missing tools, whose checks are skipped. */
export const bringTestTools = async (): Promise<void> => {
  const missing = missingTools()
  if (missing.length > 0 && canInstallPackages()) {
    console.log(`Instalando ${missing.map((tool) => tool.package).join(', ')} con apt-get…`)
    await installPackages(missing.map((tool) => tool.package))
  }
  for (const tool of missingTools())
    console.log(`Falta ${tool.command} (paquete ${tool.package}): se omiten sus comprobaciones.`)
}

const missingBrowsers = () => otherBrowsers.filter((browser) => !isInstalled(browser))

const packagesOf = (browsers: ReturnType<typeof missingBrowsers>): string[] =>
  browsers.flatMap(({ programs }) =>
    programs.filter(({ command }) => findTool(command) === undefined).map((program) => program.package),
  )

export const bringOtherBrowsers = async (required: boolean): Promise<readonly string[]> => {
  const wanted = packagesOf(missingBrowsers())
  if (required && wanted.length > 0 && canInstallPackages()) {
    console.log(`Instalando ${wanted.join(', ')} con apt-get…`)
    await installPackages(wanted)
  }
  for (const browser of required ? [] : missingBrowsers())
    console.log(`Falta ${browser.name} (${packagesOf([browser]).join(', ')}): se omiten sus recorridos.`)
  return packagesOf(missingBrowsers())
}
