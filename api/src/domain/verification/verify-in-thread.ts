import { readFile } from 'node:fs/promises'
import { inflateWithNode } from 'pdf/node'
import { judgePictures, needsPictures } from 'pdf/picture'
import { loadPictureRenderer } from 'pdf/picture/node'
import { type VerificationReport, verifyPdf } from 'pdf/verify'
import { makeEtsiReport } from 'pdf/verify/etsi-report'
import { judgeNationalFormat, type NationalFormat } from 'pdf/verify/national'
import { threadClock } from '../../platform/threads/thread-clock.ts'
import type {
  EtsiReportText,
  JudgingInput,
  PictureJudging,
  ReportWriting,
  StructureVerdict,
  VerificationInput,
} from './verification-task.ts'

const readBytes = async (path: string): Promise<Uint8Array> => new Uint8Array(await readFile(path))

export const verifyInThread = async ({ path, authorities, now }: VerificationInput): Promise<StructureVerdict> => {
  const begun = threadClock()
  const bytes = await readBytes(path)
  const report = await verifyPdf(bytes, { ...authorities, now, inflate: inflateWithNode })
  return { report, spent: threadClock() - begun, needsPictures: needsPictures(bytes, report) }
}

/** Alone in its task: a renderer that hangs or crashes takes only the pictures along. */
export const judgePicturesInThread = async ({
  path,
  report,
  milliseconds,
}: PictureJudging): Promise<VerificationReport> =>
  judgePictures(await readBytes(path), report, {
    renderer: await loadPictureRenderer(),
    limits: { milliseconds },
    clock: threadClock,
  })

export const writeReportInThread = async ({ path, report, now }: ReportWriting): Promise<EtsiReportText> => ({
  xml: await makeEtsiReport(await readBytes(path), report, { now, inflate: inflateWithNode }),
})

export const judgeInThread = async ({ bytes, authorities, now }: JudgingInput): Promise<NationalFormat> => {
  const options = { ...authorities, now, inflate: inflateWithNode }
  return judgeNationalFormat(bytes, await verifyPdf(bytes, options), options)
}
