import type { Size } from '../fields/geometry.ts'
import type { DocumentRequest, OpenTask, PdfEngine, PdfPage } from '../viewer/engine/pdf-engine.ts'
import { LoadError } from '../viewer/engine/pdf-engine.ts'

export interface FakeEngineOptions {
  readonly pages?: number
  readonly size?: Size
  /** HTTP status with which an attempt is refused; undefined opens the document. Called once per attempt. */
  readonly refuse?: (request: DocumentRequest) => number | undefined
  /** How painting a page ends. */
  readonly paint?: (page: number) => Promise<'painted' | 'cancelled'>
}

/** A PDF engine without PDF: blank pages, and a record of what was asked of it. */
export const fakeEngine = ({ pages = 3, size = { width: 600, height: 800 }, ...options }: FakeEngineOptions = {}) => {
  const requests: DocumentRequest[] = []
  const painted: { page: number; scale: number }[] = []
  const record = { requests, painted, closed: 0, cancelled: 0 }
  const page = (number: number): PdfPage => ({
    number,
    size,
    render: (_canvas, scale) => {
      painted.push({ page: number, scale })
      return {
        finished: options.paint?.(number) ?? Promise.resolve('painted'),
        cancel: () => {
          record.cancelled += 1
        },
      }
    },
  })
  const open = (request: DocumentRequest): OpenTask => {
    requests.push(request)
    const status = options.refuse?.(request)
    return {
      document:
        status === undefined
          ? Promise.resolve({ pageCount: pages, page: async (number: number) => page(number) })
          : Promise.reject(new LoadError(status === 0 ? undefined : status)),
      close: async () => {
        record.closed += 1
      },
    }
  }
  const engine: PdfEngine = { open }
  return { ...record, record, engine, load: async () => engine }
}
