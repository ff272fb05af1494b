import type { Size } from '../geometry/geometry.ts'
import { canvasSizeOf } from '../geometry/page-layout.ts'
import type {
  DocumentRequest,
  LoadProgress,
  OpenTask,
  PdfEngine,
  RawPage,
  TextItem,
  TextTask,
  ViewedDocument,
  ViewedPage,
} from '../viewer/engine/pdf-engine.ts'
import { LoadError } from '../viewer/engine/pdf-engine.ts'

export interface FakeEngineOptions {
  readonly pages?: number
  readonly pageCount?: () => number
  readonly size?: Size
  /** Undefined opens the document. */
  readonly refuse?: (request: DocumentRequest) => number | undefined
  readonly progress?: LoadProgress
  readonly opening?: Promise<void>
  readonly paint?: (page: number) => Promise<'painted' | 'cancelled'>
  readonly text?: (page: number) => readonly TextItem[]
  readonly layText?: ViewedPage['layText']
  /** What the pages draw; otherwise their reading never ends. */
  readonly rawPage?: (page: number) => RawPage
}

const layRuns: (container: HTMLElement, items: readonly TextItem[]) => TextTask = (container, items) => {
  const runs = items.map((item) => {
    const element = document.createElement('span')
    element.textContent = item.text
    container.append(element)
    return { ...item, element }
  })
  return { finished: Promise.resolve(runs), cancel: () => undefined }
}

export const fakeEngine = ({ pages = 3, size = { width: 600, height: 800 }, ...options }: FakeEngineOptions = {}) => {
  const requests: DocumentRequest[] = []
  const painted: { page: number; scale: number }[] = []
  const record = { requests, painted, closed: 0, cancelled: 0 }
  const textOf = options.text ?? ((number: number) => [{ text: `Texto de la hoja ${number}`, endsLine: true }])
  const page = (number: number): ViewedPage => ({
    number,
    size: canvasSizeOf(size),
    points: size,
    render: (_canvas, scale) => {
      painted.push({ page: number, scale })
      return {
        finished: options.paint?.(number) ?? Promise.resolve('painted'),
        cancel: () => {
          record.cancelled += 1
        },
      }
    },
    layText: (container) => options.layText?.(container) ?? layRuns(container, textOf(number)),
  })
  /** Each opened document holds its own pages. */
  const openedDocument = (): ViewedDocument => {
    const here = new Map<number, ViewedPage>()
    const bring = async (number: number): Promise<ViewedPage> => {
      const opened = here.get(number) ?? page(number)
      here.set(number, opened)
      return opened
    }
    return {
      pageCount: options.pageCount?.() ?? pages,
      page: bring,
      pageAhead: bring,
      here: (number) => here.get(number),
      text: async (number) => textOf(number),
      rawPage: (number) => (options.rawPage ? Promise.resolve(options.rawPage(number)) : new Promise(() => undefined)),
      bytes: async () => new TextEncoder().encode('%PDF-1.7'),
    }
  }
  const open = (request: DocumentRequest, onProgress: (progress: LoadProgress) => void): OpenTask => {
    requests.push(request)
    const status = options.refuse?.(request)
    if (options.progress) onProgress(options.progress)
    return {
      document:
        status === undefined
          ? Promise.resolve(options.opening).then(openedDocument)
          : Promise.reject(new LoadError(status === 0 ? undefined : status)),
      close: async () => {
        record.closed += 1
      },
    }
  }
  const engine: PdfEngine = { open }
  return { ...record, record, engine, load: async () => engine }
}
