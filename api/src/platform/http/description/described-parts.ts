import type { DescribedSchema } from '../json-schema.ts'

/** Parts of an OpenAPI 3.1 document that this API uses. */
export interface DescribedMedia {
  readonly schema: DescribedSchema
  readonly encoding?: Readonly<Record<string, { readonly contentType: string }>>
  readonly example?: unknown
}

export type DescribedContent = Readonly<Record<string, DescribedMedia>>

export interface DescribedHeader {
  readonly description: string
  /** Default: false. */
  readonly required?: boolean
  readonly schema: DescribedSchema
}

export type DescribedHeaders = Readonly<Record<string, DescribedHeader>>

export interface DescribedResponse {
  readonly description: string
  readonly headers: DescribedHeaders
  readonly content?: DescribedContent
}

export interface ComponentReference {
  readonly $ref: string
}

export interface DescribedParameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly description?: string
  readonly schema: DescribedSchema
  readonly example?: unknown
}

export interface DescribedOperation {
  readonly operationId: string
  readonly summary: string
  readonly tags: readonly string[]
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  readonly parameters: readonly DescribedParameter[]
  readonly requestBody?: { readonly required: boolean; readonly content: DescribedContent }
  /** By status, or class of statuses. */
  readonly responses: Readonly<Record<string, DescribedResponse | ComponentReference>>
}

/** By path and method. */
export type DescribedPaths = Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>
