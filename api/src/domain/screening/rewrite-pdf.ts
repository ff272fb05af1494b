import { type ChildProcess, spawn } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { RewritePurpose } from 'pdf/repair'
import { UPLOAD_MAX_BYTES } from 'shared/contract'
import { createFairSemaphore, type QueueTurn } from 'shared/server'
import { SECOND_MS } from '../../platform/clock.ts'
import { OverloadError } from '../../platform/overload/overload-error.ts'
import { limitTaskTime, processTime } from '../../platform/overload/time-limit.ts'
import type { BlobStore } from '../../platform/storage/blob-store.ts'
import type { IncomingBlob } from '../../platform/storage/incoming.ts'

declare module '../../platform/services.ts' {
  interface ApiServices {
    readonly rewritePdf: RewritePdf
  }
}

/** Only unsigned files are rewritten: it would destroy signatures. */
export type RewriteResult =
  | { readonly kind: 'rewritten'; readonly blob: IncomingBlob }
  /** Data is missing, or readers disagree. */
  | { readonly kind: 'unrepairable' }
  /** Time, memory or size limit, or a crash. */
  | { readonly kind: 'exhausted' }

/**
 * The caller keeps or discards the result.
 * @param password opens an encrypted upload; the copy has no encryption
 * @throws on disk failures and on abort; OverloadError if the
 * machine had no time for the document
 */
type RewritePdf = (
  upload: IncomingBlob,
  purpose: RewritePurpose,
  turn: QueueTurn,
  password?: string,
) => Promise<RewriteResult>

export interface PdfRewriter {
  readonly rewrite: RewritePdf
  close(): Promise<void>
}

interface RewriterOptions {
  readonly blobs: Pick<BlobStore, 'receive' | 'probe'>
  /** Processor time in milliseconds. */
  readonly timeLimit?: number
  readonly script?: URL
}

/** Processor time after which the process is killed. */
const REWRITE_TIME_LIMIT = 8 * SECOND_MS
/** Heap limit in MB. */
const REWRITE_HEAP_MB = 512
/** Of this process; each takes a process with up to 512 MB. */
const REWRITES_AT_ONCE = 2
/** In bytes; compressed objects are written uncompressed. */
const REWRITTEN_MAX_BYTES = 2 * UPLOAD_MAX_BYTES

const SCRIPT = new URL('./rewrite-process.ts', import.meta.url)
/** All that the sandboxed process may read besides the file. */
const CODE = [
  ...['src/', 'package.json', 'node_modules/'].flatMap((path) =>
    ['api', 'pdf', 'shared'].map((name) => `../../../../${name}/${path}`),
  ),
  '../../../../node_modules/',
].map((path) => fileURLToPath(new URL(path, import.meta.url)))

const argumentsFor = (script: URL, purpose: RewritePurpose, input: string, output: string): string[] => [
  `--max-old-space-size=${REWRITE_HEAP_MB}`,
  // Denies other files and child processes.
  '--permission',
  ...[...CODE, input].map((path) => `--allow-fs-read=${path}`),
  `--allow-fs-write=${output}`,
  fileURLToPath(script),
  purpose,
  input,
  output,
]

type Ending = RewriteResult['kind'] | 'starved'

/** Exit codes of `rewrite-process.ts`; any other is a crash. */
const ENDINGS: Readonly<Record<number, Ending>> = { 0: 'rewritten', 1: 'unrepairable' }

/** Without a process, nothing is known of the document. */
const ended = (child: ChildProcess): Promise<Ending> =>
  new Promise((resolve) => {
    child.once('error', () => resolve('starved'))
    child.once('exit', (code) => resolve(ENDINGS[code ?? -1] ?? 'exhausted'))
  })

/** The password goes to standard input, which no other process can read. */
const startProcess = (command: readonly string[], folder: string, password = ''): ChildProcess => {
  const child = spawn(process.execPath, command, { cwd: folder, env: {}, stdio: ['pipe', 'ignore', 'ignore'] })
  // A process that ended before it read says so by its exit.
  child.stdin.on('error', () => undefined).end(password)
  return child
}

const endInTime = async (
  child: ChildProcess,
  end: Promise<Ending>,
  timeLimit: number,
  signal: QueueTurn['signal'],
): Promise<Ending> => {
  const kill = (): void => void child.kill('SIGKILL')
  let isStarved = false
  const stopWatching = limitTaskTime(processTime(child.pid), timeLimit, (ending) => {
    isStarved = ending === 'starved'
    kill()
  })
  signal?.addEventListener('abort', kill, { once: true })
  if (signal?.aborted) kill()
  try {
    const ending = await end
    return ending === 'exhausted' && isStarved ? 'starved' : ending
  } finally {
    stopWatching()
    signal?.removeEventListener('abort', kill)
  }
}

/**
 * Rewrites documents in separate processes, which a hostile file may
 * hang or crash. They get no environment, so no secrets.
 */
export const createPdfRewriter = (options: RewriterOptions): PdfRewriter => {
  const { blobs, timeLimit = REWRITE_TIME_LIMIT, script = SCRIPT } = options
  const semaphore = createFairSemaphore(REWRITES_AT_ONCE)
  const running = new Map<ChildProcess, Promise<Ending>>()
  let closed = false

  const run = async (
    command: readonly string[],
    folder: string,
    { signal }: QueueTurn,
    password: string | undefined,
  ): Promise<RewriteResult['kind']> => {
    if (closed) return 'exhausted'
    const child = startProcess(command, folder, password)
    const end = ended(child)
    running.set(child, end)
    const ending = await endInTime(child, end, timeLimit, signal)
    running.delete(child)
    signal?.throwIfAborted()
    if (ending === 'starved') throw new OverloadError('starved')
    return ending
  }

  const rewrite: RewritePdf = async (upload, purpose, turn, password) => {
    const output = `${upload.path}.rewritten`
    try {
      const kind = await run(argumentsFor(script, purpose, upload.path, output), dirname(output), turn, password)
      if (kind !== 'rewritten') {
        // A full disk is not the document's fault.
        await blobs.probe()
        return { kind }
      }
      const received = await blobs.receive(createReadStream(output), REWRITTEN_MAX_BYTES)
      return received.kind === 'complete' ? { kind, blob: received.blob } : { kind: 'exhausted' }
    } finally {
      await rm(output, { force: true })
    }
  }

  return {
    rewrite: (upload, purpose, turn, password) => semaphore.run(turn, () => rewrite(upload, purpose, turn, password)),
    close: async () => {
      closed = true
      for (const child of running.keys()) child.kill('SIGKILL')
      await Promise.all(running.values())
    },
  }
}
