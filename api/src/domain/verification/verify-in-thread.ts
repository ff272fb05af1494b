import { readFile } from 'node:fs/promises'
import { inflateWithNode } from 'pdf/node'
import { type VerificationReport, verifyPdf } from 'pdf/verify'
import { judgeNationalFormat, type NationalFormat } from 'pdf/verify/national'
import type { Judging, Verification } from './verification-task.ts'

export const verifyInThread = async ({ path, authorities, now }: Verification): Promise<VerificationReport> =>
  verifyPdf(new Uint8Array(await readFile(path)), { ...authorities, now, inflate: inflateWithNode })

export const judgeInThread = async ({ bytes, authorities, now }: Judging): Promise<NationalFormat> => {
  const options = { ...authorities, now, inflate: inflateWithNode }
  return judgeNationalFormat(bytes, await verifyPdf(bytes, options), options)
}
