import { createContext, useContext } from 'react'
import type { AnnotationComponent } from './adapter/annotation-component.ts'
import type { OpenAnnotationsOptions } from './adapter/open-annotations.ts'
import { openAnnotations } from './adapter/open-annotations.ts'

export type AnnotationOpener = (options: OpenAnnotationsOptions) => Promise<AnnotationComponent>

const OpenerContext = createContext<AnnotationOpener>(openAnnotations)
/** For tests without a PDF library. */
export const AnnotationOpenerProvider = OpenerContext.Provider
export const useAnnotationOpener = (): AnnotationOpener => useContext(OpenerContext)
