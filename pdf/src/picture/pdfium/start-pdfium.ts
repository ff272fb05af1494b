import { PDFiumModule } from '@hyzyla/pdfium'
import { type CompiledPdfium, type WasmImports, webAssembly } from './web-assembly.ts'

/** PDFium's C functions (fpdfview.h, fpdf_formfill.h) that are used here; pointers are numbers. */
export interface PdfiumModule {
  /** A new view after each growth of the memory. */
  readonly HEAPU8: Uint8Array
  readonly wasmExports: { malloc(size: number): number; free(pointer: number): void }
  _FPDF_InitLibraryWithConfig(config: object): void
  _FPDF_LoadMemDocument(data: number, size: number, password: number): number
  _FPDF_CloseDocument(document: number): void
  _FPDF_GetPageCount(document: number): number
  _FPDF_LoadPage(document: number, index: number): number
  _FPDF_ClosePage(page: number): void
  _FPDF_GetPageWidth(page: number): number
  _FPDF_GetPageHeight(page: number): number
  _FPDFPage_GetRotation(page: number): number
  _FPDFDOC_InitFormFillEnvironment(document: number, callbacks: number): number
  _FPDFDOC_ExitFormFillEnvironment(form: number): void
  _FORM_OnAfterLoadPage(page: number, form: number): void
  _FORM_OnBeforeClosePage(page: number, form: number): void
  _FPDFBitmap_CreateEx(width: number, height: number, format: number, data: number, stride: number): number
  _FPDFBitmap_FillRect(bitmap: number, x: number, y: number, width: number, height: number, colour: number): void
  _FPDFBitmap_Destroy(bitmap: number): void
  _FPDF_RenderPageBitmap(...bitmapPageXYWidthHeightRotateFlags: number[]): void
  _FPDF_FFLDraw(...formBitmapPageXYWidthHeightRotateFlags: number[]): void
}

type StartModule = (options: object) => Promise<PdfiumModule>

/**
 * A fresh instance: a hostile file cannot poison the next one, and its
 * memory, which never shrinks, is freed with it. Takes about 10 ms.
 * @param memory bytes; PDFium aborts if it needs more
 */
export async function startPdfium(program: CompiledPdfium, memory: number): Promise<PdfiumModule> {
  const started = Promise.withResolvers<never>()
  const pdfium = (PDFiumModule as unknown as StartModule)({
    locateFile: () => '',
    // It reports its own crash; ours is the thrown error.
    print: () => undefined,
    printErr: () => undefined,
    instantiateWasm: (imports: WasmImports, receive: (instance: object) => void) => {
      webAssembly.instantiate(program, limitMemory(imports, memory)).then(receive).catch(started.reject)
      return {}
    },
  })
  const library = await Promise.race([pdfium, started.promise])
  library._FPDF_InitLibraryWithConfig({ version: 2 })
  return library
}

function limitMemory({ env, ...others }: WasmImports, most: number): WasmImports {
  const grow = env?.emscripten_resize_heap
  if (grow === undefined) throw new Error('this PDFium cannot be limited')
  return { ...others, env: { ...env, emscripten_resize_heap: (size) => (size >>> 0 > most ? 0 : grow(size)) } }
}
