import { type ChildProcess, fork, spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Picture, readPictures, SCALE } from './pictures.ts'
import type { RenderAnswer, RenderTask } from './render-child.ts'

export const RENDERERS = ['mutool', 'pdftoppm', 'pdf.js', 'pdfium'] as const
export type RendererName = (typeof RENDERERS)[number]

type Render = (bytes: Uint8Array) => Promise<readonly Picture[] | undefined>

export interface Renderers {
  readonly render: Readonly<Record<RendererName, Render>>
  close(): void
}

/** Long, because the machine may be busy; a failure counts as a difference. */
const TIME_LIMIT_MS = 60_000
const CHILD = fileURLToPath(new URL('./render-child.ts', import.meta.url))
const DPI = String(72 * SCALE)

function runTool(tool: string, args: readonly string[]): Promise<readonly Picture[] | undefined> {
  return new Promise((resolve) => {
    const child = spawn(tool, args, { stdio: ['ignore', 'pipe', 'ignore'], timeout: TIME_LIMIT_MS })
    const chunks: Buffer[] = []
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.on('error', () => resolve(undefined))
    child.on('close', () => {
      const pictures = readPictures(Buffer.concat(chunks))
      resolve(pictures.length === 0 ? undefined : pictures)
    })
  })
}

function createLibraryRenderers() {
  let child: ChildProcess | undefined
  let next = 0
  const start = (): ChildProcess => {
    const started = fork(CHILD, { serialization: 'advanced', stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
    started.setMaxListeners(0)
    return started
  }
  const stop = (): void => {
    child?.kill('SIGKILL')
    child = undefined
  }
  const render = (renderer: RenderTask['renderer'], bytes: Uint8Array): Promise<readonly Picture[] | undefined> => {
    child ??= start()
    const running = child
    const id = next++
    return new Promise((resolve) => {
      const settle = (pictures: readonly Picture[] | undefined): void => {
        clearTimeout(timer)
        running.off('message', receive)
        running.off('exit', lose)
        resolve(pictures)
      }
      const lose = (): void => {
        if (child === running) stop()
        settle(undefined)
      }
      const receive = (answer: RenderAnswer): void => {
        if (answer.id === id) settle(answer.pictures)
      }
      const timer = setTimeout(lose, TIME_LIMIT_MS)
      running.on('message', receive)
      running.on('exit', lose)
      running.send({ id, renderer, bytes } satisfies RenderTask)
    })
  }
  return { render, stop }
}

export function openRenderers(directory: string): Renderers {
  const libraries = createLibraryRenderers()
  let count = 0
  const onFile =
    (tool: string, args: (path: string) => string[]): Render =>
    (bytes) => {
      const path = join(directory, `${tool}-${count++ % 8}.pdf`)
      writeFileSync(path, bytes)
      return runTool(tool, args(path))
    }
  return {
    render: {
      mutool: onFile('mutool', (path) => ['draw', '-q', '-F', 'ppm', '-r', DPI, '-o', '-', path]),
      pdftoppm: onFile('pdftoppm', (path) => ['-r', DPI, '-cropbox', path]),
      'pdf.js': (bytes) => libraries.render('pdf.js', bytes),
      pdfium: (bytes) => libraries.render('pdfium', bytes),
    },
    close: libraries.stop,
  }
}
