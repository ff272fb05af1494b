// The library's dependency injection looks for the polyfill while it is being loaded, so it comes first, here, once.
import 'reflect-metadata'

export * from '@peculiar/x509'
