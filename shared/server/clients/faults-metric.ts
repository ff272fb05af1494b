import type { ClientGuard } from './guard-clients.ts'

/** Of a Counter of prom-client, which this package does not install. */
interface Counts {
  reset(): void
  inc(labels: { readonly kind: string }, value: number): void
}

/** Configuration of a Counter, so that site and API publish the figure under one name. */
export const clientFaultsMetric = ({ faults }: Pick<ClientGuard, 'faults'>) => ({
  name: 'trazo_client_faults_total',
  help: 'Connections that were cut and calls that were refused, because a client was slow or held too many.',
  labelNames: ['kind'] as const,
  collect(this: Counts): void {
    this.reset()
    for (const [kind, count] of faults()) this.inc({ kind }, count)
  },
})
