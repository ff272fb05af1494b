import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

const CHROMIUM_NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome']
const CHROMIUM_ON_MAC = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

const isExecutable = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

export const findTool = (name: string): string | undefined =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, name))
    .find(isExecutable)

/** A downloaded browser may lack system libraries. */
export const answersVersion = (file: string): boolean =>
  spawnSync(file, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0

export const findChromium = (): string | undefined => {
  const configured = process.env.TRAZO_CHROMIUM
  if (configured) return isExecutable(configured) ? configured : undefined
  const onPath = CHROMIUM_NAMES.map(findTool).filter((file) => file !== undefined)
  return [...onPath, ...CHROMIUM_ON_MAC.filter(isExecutable)].find(answersVersion)
}

/** Uses less CPU than the full browser. */
const HEADLESS_NAMES = ['chromium-headless-shell', 'chrome-headless-shell']

export const findHeadlessShell = (): string | undefined =>
  HEADLESS_NAMES.map(findTool)
    .filter((file) => file !== undefined)
    .find(answersVersion)

/** Debian's packages: three check documents, strace records what a server writes. */
export const testTools = [
  { command: 'pdfsig', package: 'poppler-utils' },
  { command: 'mutool', package: 'mupdf-tools' },
  { command: 'qpdf', package: 'qpdf' },
  { command: 'strace', package: 'strace' },
] as const

/** Browsers of guests that Playwright does not drive; Debian's packages. */
export const otherBrowsers = [
  { name: 'Firefox', programs: [{ command: 'firefox-esr', package: 'firefox-esr' }] },
  {
    name: 'WebKitGTK',
    programs: [
      { command: 'WebKitWebDriver', package: 'webkit2gtk-driver' },
      { command: 'Xvfb', package: 'xvfb' },
    ],
  },
] as const

export type OtherBrowser = (typeof otherBrowsers)[number]

export const isInstalled = ({ programs }: OtherBrowser): boolean =>
  programs.every(({ command }) => findTool(command) !== undefined)
