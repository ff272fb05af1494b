import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { getDocument, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import * as v from 'valibot'
import { placeKinds } from '../src/places/index.ts'
import type { MadeContract } from './contracts/layouts.ts'
import { contractOdt } from './odt/contract-odt.ts'
import { PLACE_LINK } from './odt/odt-inline.ts'
import {
  type PrintedContracts,
  type PrintedPage,
  runMaker,
  type TruePage,
  type TruePlace,
} from './printed-contracts.ts'

/** CSS pixels of a point. */
const PIXELS = 96 / 72

const link = v.object({ unsafeUrl: v.pipe(v.string(), v.startsWith(PLACE_LINK)), rect: v.array(v.number()) })
const mark = v.tuple([v.string(), v.picklist(placeKinds), v.picklist(['bottom', 'top'])])

interface MarkedPlace extends TruePlace {
  readonly id: string
}

/** One place for each link; a link in several lines is where it begins. */
const joined = (places: readonly MarkedPlace[]): readonly TruePlace[] =>
  [...Map.groupBy(places, ({ id }) => id).values()].flatMap(([first, ...others]) => {
    if (first === undefined) return []
    const beside = [first, ...others].filter(({ y }) => Math.abs(y - first.y) < first.height / 2)
    const left = Math.min(...beside.map(({ x }) => x))
    return [{ ...first, x: left, width: Math.max(...beside.map(({ x, width }) => x + width)) - left }]
  })

/** Reads where the file's links are, on the page as it is seen. */
const truthOf = async (page: PDFPageProxy): Promise<TruePage> => {
  const view = page.getViewport({ scale: PIXELS })
  const annotations: readonly unknown[] = await page.getAnnotations()
  const places = annotations.flatMap((annotation): MarkedPlace[] => {
    if (!v.is(link, annotation)) return []
    const [id, kind, edge] = v.parse(mark, annotation.unsafeUrl.slice(PLACE_LINK.length).split('/'))
    const [left = 0, bottom = 0, right = 0, top = 0] = annotation.rect
    const [ax = 0, ay = 0] = view.convertToViewportPoint(left, bottom)
    const [bx = 0, by = 0] = view.convertToViewportPoint(right, top)
    const [x, y] = [Math.min(ax, bx), Math.min(ay, by)]
    return [{ id, kind, edge, words: id, x, y, width: Math.abs(bx - ax), height: Math.abs(by - ay) }]
  })
  return { fits: true, width: view.width, height: view.height, places: [...joined(places)] }
}

/** Lays the page on its side in the file, and turns it back for the reader. */
const turnFile = (file: string, turn: number): void => {
  if (turn === 0) return
  runMaker('qpdf', ['--replace-input', `--rotate=+${360 - turn}`, file])
  runMaker('qpdf', ['--replace-input', '--flatten-rotation', file])
  runMaker('qpdf', ['--replace-input', `--rotate=+${turn}`, file])
}

const pagesOfFile = async (file: string, contract: MadeContract): Promise<PrintedPage[]> => {
  const pdf = await getDocument({ data: new Uint8Array(readFileSync(file)), verbosity: 0 }).promise
  const pages: PrintedPage[] = []
  for (let number = 1; number <= pdf.numPages; number++)
    pages.push({ contract, truth: await truthOf(await pdf.getPage(number)), turn: 0 })
  await pdf.loadingTask.destroy()
  return pages
}

/** Writes contracts as text documents, and LibreOffice exports them, all in one call. */
export const printWithLibreOffice = async (contracts: readonly MadeContract[]): Promise<PrintedContracts> => {
  const folder = mkdtempSync(join(tmpdir(), 'places-bench-'))
  try {
    const made = contracts.map((contract) => {
      const document = join(folder, `${contract.seed}.fodt`)
      writeFileSync(document, contractOdt(contract))
      return { contract, document, file: join(folder, `${contract.seed}.pdf`) }
    })
    const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile'))}`
    const documents = made.map(({ document }) => document)
    runMaker('soffice', [profile, '--headless', '--convert-to', 'pdf', '--outdir', folder, ...documents])
    const pages: PrintedPage[] = []
    for (const { contract, file } of made) {
      turnFile(file, contract.turn)
      pages.push(...(await pagesOfFile(file, contract)))
    }
    const all = join(folder, 'contracts.pdf')
    runMaker('qpdf', ['--empty', '--pages', ...made.map(({ file }) => file), '--', all])
    return { bytes: new Uint8Array(readFileSync(all)), pages }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
