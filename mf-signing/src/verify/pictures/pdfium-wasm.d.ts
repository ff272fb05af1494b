/** Subresource integrity of PDFium's program (`build.ts`). */
declare module 'pdfium.wasm?integrity' {
  const integrity: string
  export default integrity
}
