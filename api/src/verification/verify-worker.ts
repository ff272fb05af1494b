import { readFile } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { verifyPdf } from 'pdf/verify'
import { inflateWithNode } from '../signing/pdf/inflate-node.ts'
import type { VerificationTask } from './verify-file.ts'

const { path, authorities, now }: VerificationTask = workerData
const bytes = new Uint8Array(await readFile(path))
parentPort?.postMessage(await verifyPdf(bytes, { ...authorities, now, inflate: inflateWithNode }))
