import { certificateTask } from '../domain/evidence/certificate/certificate-task.ts'
import { judgeCopyTask } from '../domain/returned-copy/judging.ts'
import { inspectAnnotatedTask, inspectTask } from '../domain/screening/inspection.ts'
import { signatureHandlers } from '../domain/signing/signature-handlers.ts'
import { judgeTask, pictureTask, verifyTask } from '../domain/verification/verification-task.ts'
import { serve } from '../platform/threads/serve-tasks.ts'

const screening = () => import('../domain/screening/inspect-task.ts')
const certificates = () => import('../domain/evidence/certificate/write-certificate.ts')
const copies = () => import('../domain/returned-copy/judge-copy.ts')
const verification = () => import('../domain/verification/verify-in-thread.ts')

export const taskHandlers = [
  ...signatureHandlers,
  serve(inspectTask, async () => (await screening()).inspectFile),
  serve(inspectAnnotatedTask, async () => (await screening()).inspectAnnotatedFile),
  serve(certificateTask, async () => (await certificates()).writeCertificate),
  serve(judgeCopyTask, async () => (await copies()).judgeCopyInThread),
  serve(judgeTask, async () => (await verification()).judgeInThread),
  serve(pictureTask, async () => (await verification()).judgePicturesInThread),
  serve(verifyTask, async () => (await verification()).verifyInThread),
]
