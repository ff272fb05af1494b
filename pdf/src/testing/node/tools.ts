import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { accessSync, constants, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'

export function hasTool(tool: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, tool), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}

export function testWith(tools: readonly string[], title: string, run: () => Promise<void>, timeout?: number) {
  const missing = tools.filter((tool) => !hasTool(tool))
  if (missing.length === 0) test(title, run, timeout)
  else test.skip(`${title} (skipped: ${missing.join(', ')} not installed)`, run)
}

export function withTempDir<T>(run: (directory: string) => T): T {
  const directory = mkdtempSync(join(tmpdir(), 'trazo-test-'))
  try {
    return run(directory)
  } finally {
    rmSync(directory, { recursive: true })
  }
}

export async function withTempDirAsync<T>(run: (directory: string) => Promise<T>): Promise<T> {
  const directory = mkdtempSync(join(tmpdir(), 'trazo-test-'))
  try {
    return await run(directory)
  } finally {
    rmSync(directory, { recursive: true })
  }
}

export function runOn(bytes: Uint8Array, tool: string, before: readonly string[], after: readonly string[] = []) {
  return withTempDir((directory) => {
    const path = join(directory, 'document.pdf')
    writeFileSync(path, bytes)
    const result = spawnSync(tool, [...before, path, ...after], { encoding: 'utf8', timeout: 60_000 })
    return { status: result.status, output: `${result.stdout}${result.stderr}` }
  })
}

export interface PdfsigSignature {
  readonly field: string
  readonly type: string
  readonly valid: boolean
  readonly wholeDocument: boolean
}

/** poppler's result per signature. */
export function pdfsig(bytes: Uint8Array): PdfsigSignature[] {
  const { output } = runOn(bytes, 'pdfsig', ['-nocert'])
  return output
    .split(/^Signature #\d+:/m)
    .slice(1)
    .map((block) => ({
      field: /Signature Field Name: (.*)/.exec(block)?.[1] ?? '',
      type: /Signature Type: (.*)/.exec(block)?.[1] ?? '',
      valid: block.includes('Signature Validation: Signature is Valid.'),
      wholeDocument: block.includes('- Total document signed'),
    }))
}

/** poppler cannot verify document time stamps. */
const isSeal = ({ type }: PdfsigSignature): boolean => type === 'unknown'

/** Ignores a seal after a single signature. */
export function pdfsigPeople(bytes: Uint8Array): PdfsigSignature[] {
  const all = pdfsig(bytes)
  const isSealed = all.some((one) => isSeal(one) && one.wholeDocument)
  const people = all.filter((one) => !isSeal(one))
  return people.length === 1 && isSealed ? people.map((one) => ({ ...one, wholeDocument: true })) : people
}

/** Ignores trust. */
export function mutoolValid(bytes: Uint8Array): number {
  const { output } = runOn(bytes, 'mutool', ['sign', '-v'])
  return (
    output.match(/The document is unchanged since signing|The signature is valid but there have been edits/g)?.length ??
    0
  )
}

/** `qpdf --check`: 0 fine, 3 warnings, 2 errors. */
export const qpdfStatus = (bytes: Uint8Array): number | null => runOn(bytes, 'qpdf', ['--check']).status

/** @param args of `--encrypt`: password of a user, of the owner, bits, options */
export const encryptWithQpdf = (bytes: Uint8Array, args: readonly string[]): Uint8Array =>
  withTempDir((directory) => {
    const [input, output] = [join(directory, 'plain.pdf'), join(directory, 'encrypted.pdf')]
    writeFileSync(input, bytes)
    // Status 3: with warnings.
    const { status } = spawnSync('qpdf', ['--allow-weak-crypto', input, output, '--encrypt', ...args, '--'])
    if (status !== 0 && status !== 3) throw new Error('qpdf did not encrypt the file')
    return new Uint8Array(readFileSync(output))
  })

/** Throws openssl's output on failure. */
export function openssl(files: Readonly<Record<string, string | Uint8Array>>, args: readonly string[]): Buffer {
  return withTempDir((directory) => {
    for (const [name, content] of Object.entries(files)) writeFileSync(join(directory, name), content)
    return execFileSync('openssl', args, { cwd: directory, stdio: 'pipe' })
  })
}

export function opensslFile(
  files: Readonly<Record<string, string | Uint8Array>>,
  args: readonly string[],
  output: string,
): Uint8Array {
  return withTempDir((directory) => {
    for (const [name, content] of Object.entries(files)) writeFileSync(join(directory, name), content)
    execFileSync('openssl', args, { cwd: directory, stdio: 'pipe' })
    return new Uint8Array(readFileSync(join(directory, output)))
  })
}

/** Asynchronous, for servers in this process. */
export const opensslTalks = (
  files: Readonly<Record<string, string | Uint8Array>>,
  args: readonly string[],
): Promise<string> =>
  withTempDirAsync(async (directory) => {
    for (const [name, content] of Object.entries(files)) writeFileSync(join(directory, name), content)
    const { stdout, stderr } = await promisify(execFile)('openssl', args, { cwd: directory })
    return `${stdout}${stderr}`
  })

/** From `pdftoppm -gray`. */
export interface Rendering {
  readonly width: number
  readonly height: number
  readonly pixels: Uint8Array
}

const readPicture = (pgm: Buffer): Rendering => {
  const header = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(pgm.subarray(0, 64).toString('latin1'))
  if (header === null) throw new Error('there is no picture')
  const [width, height] = [Number(header[1]), Number(header[2])]
  return { width, height, pixels: new Uint8Array(pgm.subarray(header[0].length)) }
}

/** Uses MuPDF. */
export function drawPage(bytes: Uint8Array, page: number, dpi: number): Rendering {
  return withTempDir((directory) => {
    const path = join(directory, 'document.pdf')
    writeFileSync(path, bytes)
    const args = ['draw', '-q', '-c', 'gray', '-r', String(dpi), '-F', 'pnm', '-o', '-', path, String(page)]
    return readPicture(
      execFileSync('mutool', args, { maxBuffer: 64 * 1024 * 1024, stdio: ['ignore', 'pipe', 'ignore'] }),
    )
  })
}

/** Crop box, rotated. `password` is a user's, in ASCII. */
export function renderPage(bytes: Uint8Array, page: number, dpi: number, password?: string): Rendering {
  return withTempDir((directory) => {
    const path = join(directory, 'document.pdf')
    writeFileSync(path, bytes)
    const opened = password === undefined ? [] : ['-upw', password]
    const args = [...opened, '-gray', '-cropbox', '-r', String(dpi), '-f', String(page), '-l', String(page), path]
    const pgm = execFileSync('pdftoppm', args, { maxBuffer: 64 * 1024 * 1024, stdio: ['ignore', 'pipe', 'ignore'] })
    return readPicture(pgm)
  })
}

/** Empty without poppler, or if it failed. */
export function pagesThatChanged(before: Uint8Array, after: Uint8Array, pages: number): number[] {
  if (!hasTool('pdftoppm')) return []
  return Array.from({ length: pages }, (_, index) => index + 1).filter((page) => {
    const [old, now] = [renderPage(before, page, 50), renderPage(after, page, 50)]
    if (old.width === 1) return false
    return old.width !== now.width || old.height !== now.height || Buffer.compare(old.pixels, now.pixels) !== 0
  })
}
