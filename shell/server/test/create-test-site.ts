import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { createSite, type SiteServerOptions } from '../site.ts'

/** A site whose shell, pdf.js and data are in `folder`, with an API that does not answer. */
export const createTestSite = (folder: string, options: Partial<SiteServerOptions> = {}): FastifyInstance =>
  createSite({
    apiUrl: 'http://127.0.0.1:9',
    apiHost: '',
    dataDir: join(folder, 'data'),
    logLevel: 'silent',
    signingAgent: 'simulated',
    metricsToken: '',
    overrideOrigins: [],
    trustedProxies: 'loopback',
    shell: { release: '1', folder: join(folder, 'shell') },
    pdfjsFolder: join(folder, 'pdfjs'),
    ...options,
  })
