import { certificateTask } from '../domain/evidence/certificate/certificate-task.ts'
import { drawFirstPageTask, drawOwnPageTask } from '../domain/first-pages/draw-task.ts'
import { findPlacesTask } from '../domain/places/find-places-task.ts'
import { judgeCopyTask } from '../domain/returned-copy/judging.ts'
import { inspectAnnotatedTask, inspectTask } from '../domain/screening/inspection.ts'
import { signatureHandlers } from '../domain/signing/signature-handlers.ts'
import {
  etsiReportTask,
  judgeTask,
  pictureTask,
  soundnessTask,
  verifyTask,
} from '../domain/verification/verification-task.ts'
import { serveTask } from '../platform/threads/serve-tasks.ts'

const screening = () => import('../domain/screening/inspect-task.ts')
const certificates = () => import('../domain/evidence/certificate/write-certificate.ts')
const firstPages = () => import('../domain/first-pages/draw-page-in-thread.ts')
const copies = () => import('../domain/returned-copy/judge-copy.ts')
const places = () => import('../domain/places/find-places-in-thread.ts')
const soundness = () => import('../domain/verification/check-soundness.ts')
const verification = () => import('../domain/verification/verify-in-thread.ts')

export const taskHandlers = [
  ...signatureHandlers,
  serveTask(inspectTask, async () => (await screening()).inspectFile),
  serveTask(inspectAnnotatedTask, async () => (await screening()).inspectAnnotatedFile),
  serveTask(certificateTask, async () => (await certificates()).writeCertificate),
  serveTask(drawFirstPageTask, async () => (await firstPages()).drawPageInThread),
  serveTask(drawOwnPageTask, async () => (await firstPages()).drawPageInThread),
  serveTask(findPlacesTask, async () => (await places()).findPlacesInThread),
  serveTask(judgeCopyTask, async () => (await copies()).judgeCopyInThread),
  serveTask(soundnessTask, async () => (await soundness()).checkSoundnessInThread),
  serveTask(etsiReportTask, async () => (await verification()).writeReportInThread),
  serveTask(judgeTask, async () => (await verification()).judgeInThread),
  serveTask(pictureTask, async () => (await verification()).judgePicturesInThread),
  serveTask(verifyTask, async () => (await verification()).verifyInThread),
]
