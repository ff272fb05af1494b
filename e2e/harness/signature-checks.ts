import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Runs a tool on a file with these bytes. */
const run = (command: string, args: readonly string[], bytes: Uint8Array) => {
  const folder = mkdtempSync(join(tmpdir(), 'trazo-signed-'))
  try {
    const path = join(folder, 'signed.pdf')
    writeFileSync(path, bytes)
    const { stdout, stderr, status, error } = spawnSync(command, [...args, path], { encoding: 'utf8' })
    if (error) throw error
    return { output: `${stdout}${stderr}`, status }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Whether an independent tool is installed; a check without its tool is skipped by name. */
export const hasTool = (command: string): boolean => spawnSync(command, ['-v']).error === undefined

export interface PdfsigSignature {
  readonly signer: string
  readonly type: string
  readonly validation: string
  /** Nothing follows it, or only the seal that closes the document. */
  readonly wholeDocument: boolean
}

interface Found extends PdfsigSignature {
  /** Bytes from the start of the file that it answers for. */
  readonly end: number
}

/** What closes a document is a time stamp over the whole, which poppler names and cannot judge. */
const isSeal = ({ type }: Found): boolean => type === 'unknown'

const read = (part: string): Found => ({
  signer: part.match(/Signer Certificate Common Name: (.*)/)?.[1] ?? '',
  type: part.match(/Signature Type: (.*)/)?.[1] ?? '',
  validation: part.match(/Signature Validation: (.*)/)?.[1] ?? '',
  wholeDocument: /Total document signed/.test(part),
  end: Number(part.match(/Signed Ranges: .*- (\d+)\]/)?.[1] ?? 0),
})

/** What poppler's `pdfsig` says about each signature of a file, in the order of their fields; the seal is none. */
export const pdfsig = (bytes: Uint8Array): PdfsigSignature[] => {
  const { output } = run('pdfsig', ['-nocert'], bytes)
  const found = output
    .split(/^Signature #\d+:$/m)
    .slice(1)
    .map(read)
  const isSealed = found.some((one) => isSeal(one) && one.wholeDocument)
  const signatures = found.filter((one) => !isSeal(one))
  const last = Math.max(...signatures.map(({ end }) => end))
  return signatures.map(({ end, ...one }) => (isSealed && end === last ? { ...one, wholeDocument: true } : one))
}

/** The last line of what `mutool sign -v` says about each signature, in their order. */
export const mutoolVerdicts = (bytes: Uint8Array): string[] =>
  run('mutool', ['sign', '-v'], bytes)
    .output.split(/^Verifying signature \d+:$/m)
    .slice(1)
    .map((part) => part.trim().split('\n').at(-1)?.trim() ?? '')

/** `qpdf --check`: undefined when it finds nothing, else what it prints. */
export const qpdfCheck = (bytes: Uint8Array): string | undefined => {
  const { output, status } = run('qpdf', ['--check'], bytes)
  return status === 0 ? undefined : output
}
