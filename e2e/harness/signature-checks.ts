import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

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

/** Tests skip the checks of a missing tool by name. */
export const hasTool = (command: string): boolean => spawnSync(command, ['-v']).error === undefined

export interface PdfsigSignature {
  readonly signer: string
  readonly type: string
  readonly validation: string
  readonly wholeDocument: boolean
}

interface Found extends PdfsigSignature {
  /** Bytes from the file's start that the signature covers. */
  readonly end: number
}

/** A document time stamp, which poppler reports as unknown. */
const isSeal = ({ type }: Found): boolean => type === 'unknown'

const read = (part: string): Found => ({
  signer: part.match(/Signer Certificate Common Name: (.*)/)?.[1] ?? '',
  type: part.match(/Signature Type: (.*)/)?.[1] ?? '',
  validation: part.match(/Signature Validation: (.*)/)?.[1] ?? '',
  wholeDocument: /Total document signed/.test(part),
  end: Number(part.match(/Signed Ranges: .*- (\d+)\]/)?.[1] ?? 0),
})

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

export const mutoolVerdicts = (bytes: Uint8Array): string[] =>
  run('mutool', ['sign', '-v'], bytes)
    .output.split(/^Verifying signature \d+:$/m)
    .slice(1)
    .map((part) => part.trim().split('\n').at(-1)?.trim() ?? '')

export const qpdfCheck = (bytes: Uint8Array): string | undefined => {
  const { output, status } = run('qpdf', ['--check'], bytes)
  return status === 0 ? undefined : output
}
