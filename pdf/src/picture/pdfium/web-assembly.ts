declare const compiled: unique symbol

/** PDFium's compiled program (a `WebAssembly.Module`); can be sent to workers. */
export interface CompiledPdfium {
  readonly [compiled]: true
}

/** Of an instance; a function answers with a number. */
export type WasmImports = Readonly<Record<string, Readonly<Record<string, (...values: number[]) => number>>>>

/** The part of the standard API that is used: Node's types lack it. */
interface Engine {
  compile(bytes: Uint8Array): Promise<CompiledPdfium>
  instantiate(program: CompiledPdfium, imports: WasmImports): Promise<object>
}

export const webAssembly = (globalThis as unknown as { readonly WebAssembly: Engine }).WebAssembly
