// The library needs this polyfill while it loads.
import 'reflect-metadata'

export * from '@peculiar/x509'
