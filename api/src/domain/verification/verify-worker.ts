import { readFile } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { inflateWithNode } from 'pdf/node'
import { verifyPdf } from 'pdf/verify'
import type { VerificationTask } from './verification-task.ts'

const { path, authorities, now }: VerificationTask = workerData
const bytes = new Uint8Array(await readFile(path))
parentPort?.postMessage(await verifyPdf(bytes, { ...authorities, now, inflate: inflateWithNode }))
