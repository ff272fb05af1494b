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

/** Absolute path of a program on the PATH. */
export const findTool = (name: string): string | undefined =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, name))
    .find(isExecutable)

/** True when the program starts at all: a downloaded browser may lack the system's libraries. */
export const answersVersion = (file: string): boolean =>
  spawnSync(file, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0

/** The Chromium or Chrome of this machine: TRAZO_CHROMIUM, else one on the PATH, else where macOS keeps it. */
export const findChromium = (): string | undefined => {
  const told = process.env.TRAZO_CHROMIUM
  if (told) return isExecutable(told) ? told : undefined
  const onPath = CHROMIUM_NAMES.map(findTool).filter((file) => file !== undefined)
  return [...onPath, ...CHROMIUM_ON_MAC.filter(isExecutable)].find(answersVersion)
}

/** Chromium without a window: it runs the same journeys with less of the processor than the whole browser. */
const HEADLESS_NAMES = ['chromium-headless-shell', 'chrome-headless-shell']

export const findHeadlessShell = (): string | undefined =>
  HEADLESS_NAMES.map(findTool)
    .filter((file) => file !== undefined)
    .find(answersVersion)

/** Independent PDF tools that the tests ask for a second opinion, and the Debian package of each. */
export const pdfTools = [
  { command: 'pdfsig', package: 'poppler-utils' },
  { command: 'mutool', package: 'mupdf-tools' },
  { command: 'qpdf', package: 'qpdf' },
] as const
