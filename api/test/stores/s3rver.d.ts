declare module 's3rver' {
  export interface S3rverObject {
    readonly bucket: string
    readonly key: string
    readonly content: import('node:stream').Readable | Buffer
    readonly metadata: object
  }
  export interface S3rverStore {
    putObject(object: S3rverObject): Promise<{ readonly size: number; readonly md5: string }>
    putMetadata(bucket: string, key: string, metadata: object, md5: string): Promise<void>
    getResourcePath(bucket: string, key: string, resource: 'object'): string
  }
  export default class S3rver {
    constructor(options: {
      readonly port: number
      readonly address: string
      readonly silent: boolean
      readonly directory: string
      readonly configureBuckets: readonly { readonly name: string }[]
    })
    /** Koa’s, outermost first. */
    readonly middleware: unknown[]
    readonly store: S3rverStore
    run(): Promise<{ readonly address: string; readonly port: number }>
    close(): Promise<void>
  }
}
