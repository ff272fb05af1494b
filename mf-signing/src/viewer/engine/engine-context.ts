import { createContext, useContext } from 'react'
import type { PdfEngine } from './pdf-engine.ts'

export type EngineLoader = () => Promise<PdfEngine>

/** A separate chunk: texts render first. */
const loadPdfjsEngine: EngineLoader = async () =>
  (await import(/* webpackMode: "eager" */ './pdfjs-engine.ts')).pdfjsEngine

const EngineContext = createContext<EngineLoader>(loadPdfjsEngine)
export const EngineProvider = EngineContext.Provider
export const useEngineLoader = (): EngineLoader => useContext(EngineContext)
